import { expect, it } from "vitest";
import { testField } from "../../../testing/descriptor.ts";
import type { Json } from "../../schema/descriptor.ts";
import { computedFields, computeFields } from "./computeFields.ts";
import { parseExpression } from "./parseExpression.ts";
import { type ExpressionType, typeOfExpression } from "./typeOfExpression.ts";

const record = {
  price: 0.1,
  fee: 0.2,
  months: 3,
  none: null,
  name: "basic",
  active: true,
  start: "2026-01-31",
  end: "2026-03-01 10:00:00",
} as const;

const types: Readonly<Record<string, ExpressionType>> = {
  ...{ price: "number", fee: "number", months: "integer", none: "integer", name: "text" },
  ...{ active: "boolean", start: "date", end: "date" },
};

function compute(computed: string, sums?: ReadonlyMap<string, number | null>): Json | undefined {
  const computing: Record<string, Json | undefined> = { ...record };
  computeFields(computedFields([testField("value", "decimal", { computed })]), computing, sums);
  return computing.value;
}

const scope = {
  fieldType: (path: string): ExpressionType => types[path] ?? "text",
  sumType: (): ExpressionType => "integer",
};
const typeOf = (text: string) => typeOfExpression(parseExpression(text), scope);

it.each<[computed: string, value: Json, type: ExpressionType]>([
  ["price + fee", 0.3, "number"],
  ["1 + 2 * 3", 7, "integer"],
  ["(1 + 2) * 3", 9, "integer"],
  ["10 - 4 - 3", 3, "integer"],
  ["-months + 1", -2, "integer"],
  ["2 - -3", 5, "integer"],
  ["price * months", 0.3, "number"],
  ["1 / 3 * 3", 1, "number"],
  ["2 / 3", 0.666666666667, "number"],
  ["-7 / -2", 3.5, "number"],
  ["round(2 / 3, 2)", 0.67, "number"],
  ["round(2.5)", 3, "integer"],
  ["round(0 - 2.5)", -3, "integer"],
  ["round(1.005, 2)", 1.01, "number"],
  ["months / (price - price)", null, "number"],
  ["none + 1", null, "integer"],
  ["min(months, 2, 5)", 2, "integer"],
  ["max(price, fee)", 0.2, "number"],
  ["max(price, none)", null, "number"],
  ["if(months >= 3, price, fee)", 0.1, "number"],
  ["if(months == 12, none, 'monthly')", "monthly", "text"],
  ["if(none > 3, 1, 2)", null, "integer"],
  ["if(active, 1, none)", 1, "integer"],
  ['if(name != "basic", 1, 2)', 2, "integer"],
  ["months > 2", true, "boolean"],
  ["price + fee == 0.3", true, "boolean"],
  ["name + ' ' + 'plan'", "basic plan", "text"],
  ["days(start, end)", 29, "integer"],
  ["days(end, start)", -29, "integer"],
  ["months(start, end)", 1, "integer"],
  ["months(end, start)", -1, "integer"],
  ["start < end", true, "boolean"],
])("%s is %j", (computed, value, type) => {
  expect(compute(computed)).toBe(value);
  if (!computed.includes("'monthly'")) expect(typeOf(computed)).toBe(type);
});

it("adds up children, once their sum is known", () => {
  const computed = "sum(rentals.price) * 2";
  expect(compute(computed, new Map([["rentals.price", 0.3]]))).toBe(0.6);
  expect(compute(computed, new Map())).toBeNull();
  expect(compute(computed)).toBeUndefined();
});

it("computes a field after those that it reads, wherever they are", () => {
  const fields = [
    testField("gross", "decimal", { computed: "net * 1.2" }),
    testField("net", "decimal", { computed: "price * months" }),
  ];
  const computing: Record<string, Json | undefined> = { ...record };
  computeFields(computedFields(fields), computing);
  expect(computing).toMatchObject({ net: 0.3, gross: 0.36 });
});

it.each([
  ["price +", /the end is not where it can be/],
  ["price fee", /"fee" is not where it can be/],
  ["price = fee", /"= fee" cannot be read/],
  ["(price", /the end is not where it can be/],
  ["while(1)", /"while" is not a function/],
  ["months / 0", /a division by 0 has no value/],
  ["months + name", /integer and text do not go together/],
  ["name * 2", /"\*" does not take text/],
  ["if(months, 1, 2)", /"if" does not take integer/],
  ["if(active, 1, 'a')", /integer and text do not go together/],
  ["days(start)", /days has 1 arguments/],
  ["days(start, months)", /"days" does not take integer/],
  ["round(price, months)", /round does not know to how many digits/],
  ["sum(1 + 2)", /sum adds up one field/],
  ["active < active", /"<" does not take boolean/],
])("%s is refused", (computed, message) => {
  expect(() => typeOf(computed)).toThrow(message);
});
