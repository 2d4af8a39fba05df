import { formatDuration } from "../../../core/duration.ts";
import { centsOf, formatMoney } from "../../../core/money.ts";
import type { CellProps } from "../cell.ts";

/** Numbers up to here have at most five digits: ports, codes and positions read better ungrouped. */
const ungroupedMaximum = 65_535;

/** Integers and fractions, long ones grouped for the locale. Ids are never grouped. */
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

/** An amount in the record's currency. */
export function MoneyCell({ value, field, record, context }: CellProps) {
  const { currency } = record;
  return formatMoney(
    centsOf(Number(value), field),
    context.locale,
    typeof currency === "string" ? currency : undefined,
  );
}

/** 20 on the wire is 20 %. */
export function PercentCell({ value, context }: CellProps) {
  const format = new Intl.NumberFormat(context.locale, { style: "unit", unit: "percent", maximumFractionDigits: 6 });
  return format.format(Number(value));
}

/** Seconds as text. */
export function DurationCell({ value, context }: CellProps) {
  return formatDuration(Number(value), context.locale);
}
