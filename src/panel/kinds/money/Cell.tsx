import { formatMoney } from "../../../core/money.ts";
import type { CellProps } from "../cell.ts";

/** Cents as an amount, in the currency that the record itself names. */
export function MoneyCell({ value, record, context }: CellProps) {
  const { currency } = record;
  return formatMoney(Number(value), context.locale, typeof currency === "string" ? currency : undefined);
}
