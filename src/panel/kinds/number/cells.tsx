import type { FieldDescriptor, FieldKind, WireRecord } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { amountFromCents, amountToCents, timesAmount } from "../../../core/values/amount.ts";
import { formatDuration, unitSign } from "../../../core/values/duration.ts";
import { centsOf, currencyOf, formatMoney, fractionDigits, priceDigits } from "../../../core/values/money.ts";
import type { CellProps, Cells } from "../cell.ts";

export const cells = {
  integer: { Cell: NumberCell, align: "end", isInline: true },
  decimal: { Cell: NumberCell, align: "end", isInline: true },
  money: { Cell: MoneyCell, align: "end" },
  percent: { Cell: PercentCell, align: "end" },
  duration: { Cell: DurationCell, align: "end" },
} satisfies Cells;

/** Numbers up to here have at most five digits: ports, codes and positions read better ungrouped. */
const ungroupedMaximum = 65_535;

/** Integers and fractions, long ones grouped for the locale. Ids are never grouped. */
function NumberCell({ value, source, field, record, context, digits = 0 }: CellProps) {
  const number = Number(value);
  if (!Number.isFinite(number) || /(^|[._])id$/.test(source)) return String(value);
  if (field?.unit === "centsPerSecond") {
    const price = (cents: number, unit: "minute" | "second") =>
      `${formatMoney(cents, context.locale, currencyOf(record, field), digits)}/${unitSign(unit, context.locale)}`;
    return (
      <>
        {price(perMinute(number), "minute")} <span className="quiet">{price(number, "second")}</span>
      </>
    );
  }
  if (field?.unit === "centsEach") return formatMoney(number, context.locale, currencyOf(record, field), digits);
  const isShort = field?.unit === "code" || (field?.maximum !== undefined && field.maximum <= ungroupedMaximum);
  const format = new Intl.NumberFormat(context.locale, {
    minimumFractionDigits: Math.min(digits, 20),
    maximumFractionDigits: 20,
    useGrouping: isShort ? false : "min2",
  });
  return format.format(number);
}

/** Converts to the price that people compare; exact, as a product of doubles may end in noise. */
const perMinute = (centsPerSecond: number): number => amountToCents(timesAmount(amountFromCents(centsPerSecond), 60));

/** An amount in its currency. */
function MoneyCell({ value, field, record, context, digits }: CellProps) {
  return formatMoney(centsOf(Number(value), field), context.locale, currencyOf(record, field), digits);
}

/**
 * Digits that a column shows of all its values, as some have them: behind the decimal separator, of money below its minor
 * unit. Undefined for other kinds.
 */
export function valueDigits(
  record: WireRecord,
  { source, kind, field }: { readonly source: string; readonly kind: FieldKind; readonly field?: FieldDescriptor },
): number | undefined {
  const value = valueAtPath(record, source);
  if (typeof value !== "number") return undefined;
  if (kind === "money") return priceDigits(centsOf(value, field), currencyOf(record, field));
  if (kind !== "decimal") return undefined;
  if (field?.unit === "centsPerSecond") return priceDigits(perMinute(value), currencyOf(record, field));
  if (field?.unit === "centsEach") return priceDigits(value, currencyOf(record, field));
  return fractionDigits(value);
}

/** 20 on the wire is 20 %. */
function PercentCell({ value, context }: CellProps) {
  const format = new Intl.NumberFormat(context.locale, { style: "unit", unit: "percent", maximumFractionDigits: 6 });
  return format.format(Number(value));
}

/** Seconds as text. */
function DurationCell({ value, context }: CellProps) {
  return formatDuration(Number(value), context.locale);
}
