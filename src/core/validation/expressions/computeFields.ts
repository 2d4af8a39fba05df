import type { FieldDescriptor, Json, WireRecord } from "../../schema/descriptor.ts";
import { type Amount, amountFromCents, amountToCents, roundedRatio } from "../../values/amount.ts";
import { memoize } from "../../values/memoize.ts";
import { type Expression, fieldPathsIn, parseExpression, sumPathsIn } from "./parseExpression.ts";

/** A number without rounding; the divisor is positive. */
interface Ratio {
  readonly dividend: bigint;
  readonly divisor: bigint;
}

type Value = Ratio | string | boolean | null;

/** A field with an expression, which may read those before it. */
interface ComputedField {
  readonly name: string;
  readonly expression: Expression;
  /** `children.field` of each sum in it, or in those that it reads. */
  readonly sums: readonly string[];
}

/** The fields that are computed by expressions, each after those that it reads. */
export const computedFields = memoize((fields: readonly FieldDescriptor[]): readonly ComputedField[] => {
  const ordered = new Map<string, ComputedField>();
  const place = (name: string): readonly string[] => {
    const { computed } = fields.find((field) => field.name === name) ?? {};
    const placed = ordered.get(name);
    if (placed || typeof computed !== "string") return placed?.sums ?? [];
    const expression = parseExpression(computed);
    const sums = [...sumPathsIn(expression), ...fieldPathsIn(expression).flatMap(place)];
    ordered.set(name, { name, expression, sums });
    return sums;
  };
  for (const { name } of fields) place(name);
  return [...ordered.values()];
});

/** The names of the fields that expressions read. */
export function computingFields(fields: readonly FieldDescriptor[]): readonly string[] {
  return computedFields(fields).flatMap(({ expression }) => fieldPathsIn(expression));
}

/** Values by `children.field`: the sums over the records that refer to one. */
export type Sums = ReadonlyMap<string, number | null>;

/**
 * Sets the fields of a record that expressions compute; null where a value is missing or divided by 0. Without sums,
 * which only the platform knows, those that need some stay as they are.
 */
export function computeFields(fields: readonly ComputedField[], record: WireRecord, sums?: Sums): void {
  for (const { name, expression, sums: needed } of fields)
    if (sums || needed.length === 0) record[name] = toWire(evaluate(expression, record, sums));
}

function evaluate(expression: Expression, record: WireRecord, sums: Sums | undefined): Value {
  switch (expression.kind) {
    case "number":
      return toRatio(expression.value);
    case "text":
      return expression.value;
    case "field":
      return toValue(record[expression.path]);
    case "call": {
      const { name, args } = expression;
      if (name === "sum") return toValue(sums?.get(sumPathsIn(expression)[0] ?? ""));
      const [first = null, ...others] = name === "if" ? chosen(args, record, sums) : values(args, record, sums);
      return name === "if" ? first : run(name, first, others);
    }
  }
}

function values(args: readonly Expression[], record: WireRecord, sums: Sums | undefined): Value[] {
  return args.map((argument) => evaluate(argument, record, sums));
}

/** The branch that a condition chooses; none without a condition. */
function chosen([condition, ...branches]: readonly Expression[], record: WireRecord, sums: Sums | undefined): Value[] {
  const [isMet = null] = condition ? values([condition], record, sums) : [];
  if (typeof isMet !== "boolean") return [];
  return values(isMet ? branches.slice(0, 1) : branches.slice(1), record, sums);
}

/** Applies a function to its arguments; null if one of them is. */
function run(name: string, first: Value, others: readonly Value[]): Value {
  const [second = null] = others;
  if (first === null || others.includes(null)) return null;
  if (typeof first === "object") {
    const ratios = others.filter((value) => typeof value === "object" && value !== null);
    return onNumbers(name, first, ratios);
  }
  if (name === "days" || name === "months") return difference(name, String(first), String(second));
  if (name === "+") return `${first}${second}`;
  return isOrdered(name, first === second ? 0 : first < (second ?? first) ? -1 : 1);
}

function onNumbers(name: string, a: Ratio, [b = toRatio(0), ...others]: readonly Ratio[]): Value {
  switch (name) {
    case "+":
      return { dividend: a.dividend * b.divisor + b.dividend * a.divisor, divisor: a.divisor * b.divisor };
    case "-":
      return { dividend: a.dividend * b.divisor - b.dividend * a.divisor, divisor: a.divisor * b.divisor };
    case "*":
      return { dividend: a.dividend * b.dividend, divisor: a.divisor * b.divisor };
    case "/":
      return divide(a, b);
    case "round":
      return ratioOf(toAmount(a, Number(b.dividend / b.divisor)));
    case "min":
    case "max": {
      const isFirst = compare(a, b) < 0 === (name === "min");
      const extreme = isFirst ? a : b;
      return others.length > 0 ? onNumbers(name, extreme, others) : extreme;
    }
    default:
      return isOrdered(name, compare(a, b));
  }
}

function divide(a: Ratio, b: Ratio): Ratio | null {
  if (b.dividend === 0n) return null;
  const sign = b.dividend < 0n ? -1n : 1n;
  return { dividend: sign * a.dividend * b.divisor, divisor: sign * b.dividend * a.divisor };
}

/** Negative, 0 or positive. */
function compare(a: Ratio, b: Ratio): number {
  const [left, right] = [a.dividend * b.divisor, b.dividend * a.divisor];
  return left === right ? 0 : left < right ? -1 : 1;
}

function isOrdered(operator: string, order: number): boolean | null {
  const results: Readonly<Record<string, boolean>> = {
    ...{ "==": order === 0, "!=": order !== 0 },
    ...{ "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0 },
  };
  return results[operator] ?? null;
}

/** From the first date to the second, as they are written: days, or months that are over. */
function difference(unit: "days" | "months", from: string, to: string): Ratio | null {
  const [start, end] = [from, to].map((text) => new Date(`${text.slice(0, "2026-01-31".length)}T00:00:00Z`));
  if (!start || !end || Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return null;
  if (unit === "days") return toRatio((end.getTime() - start.getTime()) / 86_400_000);
  if (end < start) {
    const back = difference(unit, to, from);
    return back && { ...back, dividend: -back.dividend };
  }
  const months = (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth();
  return toRatio(end.getUTCDate() < start.getUTCDate() ? months - 1 : months);
}

/** Numbers are kept to twelve decimals, as amounts are. */
const DECIMALS = 12;
const ONE = amountFromCents(1);
/** Larger numbers are no amounts. */
const TOO_LARGE = 1e21;

function toRatio(value: number): Ratio {
  return ratioOf(amountFromCents(value));
}

function ratioOf(amount: Amount): Ratio {
  return { dividend: amount, divisor: ONE };
}

function toAmount({ dividend, divisor }: Ratio, decimals: number): Amount {
  return roundedRatio(dividend * ONE, divisor, { decimals, half: "up" });
}

/** Null for what is not a value yet, such as what a form does not understand. */
function toValue(value: Json | undefined): Value {
  if (typeof value === "number") return Math.abs(value) < TOO_LARGE ? toRatio(value) : null;
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

function toWire(value: Value): Json {
  return typeof value === "object" && value !== null ? amountToCents(toAmount(value, DECIMALS)) : value;
}
