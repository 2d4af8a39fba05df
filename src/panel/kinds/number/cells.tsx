import type { FieldDescriptor, FieldKind, Json, WireRecord } from "../../../core/descriptor.ts";
import { formatDuration, secondSign } from "../../../core/duration.ts";
import { centsOf, digitsOf, formatMoney, moneyDigits } from "../../../core/money.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { CellProps } from "../cell.ts";

/** Numbers up to here have at most five digits: ports, codes and positions read better ungrouped. */
const ungroupedMaximum = 65_535;

/** Integers and fractions, long ones grouped for the locale. Ids are never grouped. */
export function NumberCell({ value, source, field, record, context, digits = 0 }: CellProps) {
  const number = Number(value);
  if (!Number.isFinite(number) || /(^|[._])id$/.test(source)) return String(value);
  if (field?.unit === "centsPerSecond")
    return `${formatMoney(number, context.locale, currencyOf(record, field), digits)}/${secondSign(context.locale)}`;
  const isShort = field?.unit === "code" || (field?.maximum !== undefined && field.maximum <= ungroupedMaximum);
  const format = new Intl.NumberFormat(context.locale, {
    minimumFractionDigits: Math.min(digits, 20),
    maximumFractionDigits: 20,
    useGrouping: isShort ? false : "min2",
  });
  return format.format(number);
}

/** An amount in its currency. */
export function MoneyCell({ value, field, record, context, digits }: CellProps) {
  return formatMoney(centsOf(Number(value), field), context.locale, currencyOf(record, field), digits);
}

/** The record's, or that of what it refers to. */
function currencyOf(record: WireRecord, field: FieldDescriptor | undefined): string | undefined {
  const currency = valueAt(record, field?.currency ?? "currency");
  return typeof currency === "string" && currency !== "" ? currency : undefined;
}

/** Digits of a value behind the decimal separator, as its cell shows it; undefined for other kinds. */
export function shownDigits(kind: FieldKind, value: Json | undefined, field?: FieldDescriptor): number | undefined {
  if (typeof value !== "number") return undefined;
  if (kind === "money") return moneyDigits(centsOf(value, field));
  if (kind !== "decimal") return undefined;
  return field?.unit === "centsPerSecond" ? moneyDigits(value) : digitsOf(value);
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
