import { type Expression, type ExpressionCall, ExpressionError } from "./parseExpression.ts";

/** The type of a value: whole numbers are numbers, dates those of times too. */
export type ExpressionType = "integer" | "number" | "text" | "boolean" | "date";

/** The types of what an expression names; throws ExpressionError for what it may not. */
export interface ExpressionScope {
  readonly fieldType: (path: string) => ExpressionType;
  /** That of `children.field`. */
  readonly sumType: (path: string) => ExpressionType;
}

interface Signature {
  /** The types of each argument; more arguments than these have the last ones. */
  readonly takes: readonly (readonly ExpressionType[])[];
  readonly min?: number;
  readonly max?: number;
  readonly gives: ExpressionType | ((types: readonly ExpressionType[], args: readonly Expression[]) => ExpressionType);
}

const NUMBER = ["integer", "number"] as const;
const ANY = [...NUMBER, "text", "boolean", "date"] as const;
const ORDERED = [...NUMBER, "date"] as const;

const arithmetic: Signature = { takes: [NUMBER, NUMBER], gives: common };
const order: Signature = { takes: [ORDERED, ORDERED], gives: compared };
const equality: Signature = { takes: [ANY, ANY], gives: compared };
const extreme: Signature = { takes: [NUMBER, NUMBER], max: Number.POSITIVE_INFINITY, gives: common };
const difference: Signature = { takes: [["date"], ["date"]], gives: "integer" };

/** All functions and operators but `sum`. */
const signatures: Readonly<Record<string, Signature>> = {
  "+": {
    takes: [
      [...NUMBER, "text"],
      [...NUMBER, "text"],
    ],
    gives: common,
  },
  "-": arithmetic,
  "*": arithmetic,
  "/": { takes: [NUMBER, NUMBER], gives: quotient },
  ...{ "==": equality, "!=": equality, "<": order, "<=": order, ">": order, ">=": order },
  if: { takes: [["boolean"], ANY, ANY], gives: ([, ...branches]) => common(branches) },
  min: extreme,
  max: extreme,
  round: { takes: [NUMBER, ["integer"]], min: 1, gives: rounded },
  days: difference,
  months: difference,
};

export const FUNCTIONS: readonly string[] = [...Object.keys(signatures).filter((name) => /^\w/.test(name)), "sum"];

/** The type of an expression's value. Throws ExpressionError where its parts do not fit. */
export function typeOfExpression(expression: Expression, scope: ExpressionScope): ExpressionType {
  switch (expression.kind) {
    case "number":
      return Number.isInteger(expression.value) ? "integer" : "number";
    case "text":
      return "text";
    case "field":
      return scope.fieldType(expression.path);
    case "call":
      return expression.name === "sum" ? typeOfSum(expression, scope) : typeOfCall(expression, scope);
  }
}

function typeOfSum({ args: [path, ...more] }: ExpressionCall, scope: ExpressionScope): ExpressionType {
  if (path?.kind !== "field" || more.length > 0)
    throw new ExpressionError("sum adds up one field of other records", "sum(children.field)");
  return scope.sumType(path.path);
}

function typeOfCall({ name, args }: ExpressionCall, scope: ExpressionScope): ExpressionType {
  const signature = signatures[name];
  if (!signature) throw new ExpressionError(`"${name}" is not a function`, `one of ${FUNCTIONS.join(", ")}`, FUNCTIONS);
  const { takes, min = takes.length, max = takes.length, gives } = signature;
  if (args.length < min || args.length > max)
    throw new ExpressionError(`${name} has ${args.length} arguments`, min === max ? `${min}` : `at least ${min}`);
  const types = args.map((argument, index) => {
    const type = typeOfExpression(argument, scope);
    const allowed = takes[Math.min(index, takes.length - 1)] ?? [];
    if (!allowed.includes(type)) throw new ExpressionError(`"${name}" does not take ${type}`, allowed.join(" or "));
    return type;
  });
  return typeof gives === "string" ? gives : gives(types, args);
}

/** The one type of several values; numbers are whole if all are. */
function common(types: readonly ExpressionType[]): ExpressionType {
  const [first = "number", ...others] = new Set(types);
  if (others.length === 0) return first;
  if ([first, ...others].every((type) => type === "integer" || type === "number")) return "number";
  throw new ExpressionError(`${[first, ...others].join(" and ")} do not go together`, "values of one type");
}

function compared(types: readonly ExpressionType[]): ExpressionType {
  common(types);
  return "boolean";
}

function quotient(_: readonly ExpressionType[], [, divisor]: readonly Expression[]): ExpressionType {
  if (divisor?.kind === "number" && divisor.value === 0)
    throw new ExpressionError("a division by 0 has no value", "another number");
  return "number";
}

/** Decimals that are kept: those of amounts. */
const MAX_DIGITS = 12;

function rounded(_: readonly ExpressionType[], [, digits]: readonly Expression[]): ExpressionType {
  if (digits === undefined) return "integer";
  if (digits.kind !== "number" || digits.value > MAX_DIGITS)
    throw new ExpressionError("round does not know to how many digits", `a number from 0 to ${MAX_DIGITS}`);
  return digits.value === 0 ? "integer" : "number";
}
