import type { CellProps } from "../cell.ts";

/** Whole numbers and fractions, grouped in the way of the locale. An id is a name, not an amount: never grouped. */
export function NumberCell({ value, source, context }: CellProps) {
  const number = Number(value);
  if (!Number.isFinite(number) || /(^|[._])id$/.test(source)) return String(value);
  return new Intl.NumberFormat(context.locale, { maximumFractionDigits: 20 }).format(number);
}
