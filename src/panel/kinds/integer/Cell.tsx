import type { CellProps } from "../cell.ts";

/** Numbers up to here have five digits at most: ports, codes and places are read better in one piece. */
const ungroupedMaximum = 65_535;

/** Whole numbers and fractions, long ones grouped in the way of the locale. An id is a name: never grouped. */
export function NumberCell({ value, source, field, context }: CellProps) {
  const number = Number(value);
  if (!Number.isFinite(number) || /(^|[._])id$/.test(source)) return String(value);
  const isShort = field?.unit === "code" || (field?.maximum !== undefined && field.maximum <= ungroupedMaximum);
  const format = new Intl.NumberFormat(context.locale, {
    maximumFractionDigits: 20,
    useGrouping: isShort ? false : "min2",
  });
  return format.format(number);
}
