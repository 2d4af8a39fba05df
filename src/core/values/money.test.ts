import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resources } from "../../generated/all.gen.ts";
import type { FieldDescriptor } from "../schema/descriptor.ts";
import {
  centsOf,
  currencyOf,
  currencyPaths,
  formatExactMoney,
  formatMoney,
  fromCents,
  moneyToInput,
  parseMoney,
  priceDigits,
} from "./money.ts";

/** Locales separate with several kinds of spaces; which one does not matter here. */
const plain = (text: string): string => text.replace(/\s/g, " ");
const locales = ["en", "de", "de-AT", "de-CH", "es", "fr", "it", "ru"];

describe("formatMoney", () => {
  it.each([
    [123456, "en", "EUR", "€1,234.56"],
    [123456, "de", "EUR", "1.234,56 €"],
    [123456, "fr", "EUR", "1 234,56 €"],
    [-5, "en", "USD", "-$0.05"],
    [0, "en", "EUR", "€0.00"],
    [-0, "en", "EUR", "€0.00"],
    [100, "en", "JPY", "¥1"],
    [1_234_500, "de", "JPY", "12.345 ¥"],
    [35, "en", "JPY", "¥0.35"],
    [123.4, "en", "KWD", "KWD 1.234"],
    [1_000, "fr", "KWD", "10,000 KWD"],
    [0.0035, "en", "KWD", "KWD 0.000035"],
    [100, "en", "IQD", "IQD 1.000"],
    [100, "en", "HUF", "HUF 1.00"],
    [123456, "en", undefined, "1,234.56"],
    [123456, "en", "Vienna points", "1,234.56 Vienna points"],
    [Number.MAX_SAFE_INTEGER, "en", undefined, "90,071,992,547,409.91"],
    [0.25, "en", "EUR", "€0.0025"],
    [1e-7, "en", "EUR", "€0.00"],
  ])("writes %d cents in %s with %s", (cents, locale, currency, text) => {
    expect(plain(formatMoney(cents, locale, currency))).toBe(text);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21])("refuses %d", (cents) => {
    expect(() => formatMoney(cents, "en")).toThrow(RangeError);
  });
});

it.each([
  ["122.997", "en", "EUR", "€1.22997"],
  ["0.000000000001", "de", undefined, "0,00000000000001"],
  ["-9007199254740993.25", "en", undefined, "-90,071,992,547,409.9325"],
  ["120", "en", "points", "1.20 points"],
])("formatExactMoney writes %s cents in %s with %s, with all digits", (cents, locale, currency, text) => {
  expect(plain(formatExactMoney(cents, locale, currency))).toBe(text);
});

describe("parseMoney", () => {
  it.each([
    ["1.234,56", "de", 123456],
    ["1,234.56", "en", 123456],
    ["1234.5", "en", 123450],
    ["1234", "en", 123400],
    ["1 234,56", "fr", 123456],
    ["1 234,56", "ru", 123456],
    ["1’234.56", "de-CH", 123456],
    ["-0,05", "de", -5],
    ["\u22120.05", "en", -5],
    [" 7 ", "en", 700],
    ["-0", "en", 0],
    ["90071992547409.91", "en", Number.MAX_SAFE_INTEGER],
  ])("reads %j in %s", (text, locale, cents) => {
    expect(parseMoney(text, locale)).toBe(cents);
  });

  it.each([
    ["1.234", "en", "KWD", 123.4],
    ["1,5", "de", "KWD", 150],
    ["-1.001", "en", "kwd", -100.1],
    ["1,234", "en", "JPY", 123_400],
    ["12", "en", "JPY", 1_200],
    ["1.2345", "en", "CLF", 123.45],
  ])("reads %j in %s as an amount in %s", (text, locale, currency, cents) => {
    expect(parseMoney(text, locale, currency)).toBe(cents);
    expect(parseMoney(moneyToInput(cents, locale, currency), locale, currency)).toBe(cents);
  });

  it("reads whole cents where the field holds no others", () => {
    const field = { unit: "cents", type: "integer" };
    expect(parseMoney("1.234", "en", "KWD", field)).toBeNull();
    expect(parseMoney("1.23", "en", "KWD", field)).toBe(123);
    expect(parseMoney("12.5", "en", "JPY", field)).toBeNull();
    expect([moneyToInput(123, "en", "KWD", field), moneyToInput(1200, "en", "JPY", field)]).toEqual(["1.23", "12"]);
  });

  it.each([
    ["1.234", "EUR"],
    ["1.2345", "KWD"],
    ["1.0", "JPY"],
    ["9007199254740992", "JPY"],
  ])("refuses %j in %s", (text, currency) => {
    expect(parseMoney(text, "en", currency)).toBeNull();
  });

  it.each([
    ["1.5", "de"],
    ["1,5", "en"],
    ["1,234.56", "de"],
    ["1.234", "en"],
    ["12,34.00", "en"],
    ["1,23,456", "en"],
    ["1.", "en"],
    [".5", "en"],
    ["", "en"],
    ["-", "en"],
    ["€5", "en"],
    ["1e3", "en"],
    ["90071992547409.92", "en"],
    ["9".repeat(41), "en"],
  ])("refuses %j in %s", (text, locale) => {
    expect(parseMoney(text, locale)).toBeNull();
  });

  it.each(locales)("parses every amount it formatted in %s", (locale) => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (cents) => {
        expect(parseMoney(moneyToInput(cents, locale), locale)).toBe(cents);
        expect(parseMoney(formatMoney(cents, locale), locale)).toBe(cents);
      }),
    );
  });
});

it.each([
  [0.35, "EUR", 2],
  [0.35, "KWD", 1],
  [35, "JPY", 2],
  [15_000, "JPY", 0],
  [123.4, "KWD", 0],
])("%d cents of %s have %d digits below the minor unit", (cents, currency, digits) => {
  expect(priceDigits(cents, currency)).toBe(digits);
});

it("finds the currency by the first path that has one", () => {
  const record = { currency: "", owner_id: 1, owner_id_expand: { currency: "KWD" } };
  expect(currencyOf(record, { currency: ["currency", "owner_id.currency"] })).toBe("KWD");
  expect(currencyOf(record, {})).toBeUndefined();
});

it("every amount of every resource has a currency", () => {
  const isAmount = ({ kind, unit }: FieldDescriptor) => kind === "money" || unit?.startsWith("cents") === true;
  const amounts = Object.values(resources).flatMap(({ descriptor: { name: resource, fields } }) =>
    fields.filter(isAmount).map((field) => [`${resource}/${field.name}`, fields, currencyPaths(field)] as const),
  );
  const namesOf = (fields: readonly FieldDescriptor[]) => fields.map(({ name }) => name);
  const without = amounts.filter(([, fields, paths]) =>
    paths.every((path) => !namesOf(fields).includes(path.split(".")[0] ?? "")),
  );
  expect(without.map(([name]) => name)).toEqual([]);
  expect(amounts.map(([name]) => name)).toEqual(
    expect.arrayContaining(["balanceintervals/cash_balance", "topuplogs/amount", "conversations/customer_cost"]),
  );
});

describe("amounts in units of the currency", () => {
  const units = { unit: "currency" };

  it.each([
    [8.29, 829],
    [-0.07, -7],
    [4.666667, 466.6667],
    [0, 0],
  ])("%d are %d cents", (value, cents) => {
    expect(centsOf(value, units)).toBe(cents);
    expect(centsOf(cents, { unit: "cents" })).toBe(cents);
  });

  it("come back as they were for every whole number of cents", () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (cents) => {
        expect(centsOf(fromCents(cents, units), units) + 0).toBe(cents + 0);
      }),
    );
  });
});
