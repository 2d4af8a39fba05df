import type { CellProps } from "../cell.ts";

/** 20 on the wire is 20 %. */
export function PercentCell({ value, context }: CellProps) {
  const format = new Intl.NumberFormat(context.locale, { style: "unit", unit: "percent", maximumFractionDigits: 6 });
  return format.format(Number(value));
}
