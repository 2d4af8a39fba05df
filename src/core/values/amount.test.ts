import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Amount,
  addAmounts,
  amountFromCents,
  amountToCents,
  amountToText,
  parseAmount,
  proRata,
  type Rounding,
  roundAmount,
  subtractAmounts,
  taxOn,
  timesAmount,
  toMinorUnits,
  zeroAmount,
} from "./amount.ts";

const cents = (text: string): Amount => {
  const amount = parseAmount(text);
  if (amount === null) throw new Error(`not an amount: ${text}`);
  return amount;
};

describe("from and to numbers of cents", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [0.1 + 0.2, "0.3"],
    [0.0333, "0.0333"],
    [1e-7, "0.0000001"],
    [5e-13, "0.000000000001"],
    [4e-13, "0"],
    [-1.5e-12, "-0.000000000002"],
    [1e-300, "0"],
    [-123456.789, "-123456.789"],
    [Number.MAX_SAFE_INTEGER, "9007199254740991"],
    [123456789012345680000, "123456789012345680000"],
  ])("%d is %s", (number, text) => {
    expect(amountToText(amountFromCents(number))).toBe(text);
    expect(amountToCents(amountFromCents(number))).toBe(Number(text));
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e21, -1e21])("refuses %d", (number) => {
    expect(() => amountFromCents(number)).toThrow(RangeError);
  });

  it.each(["", "-", "1.", ".5", "1e3", "1,5", " 1", "0x1", "1.0000000000001", "9".repeat(22)])("refuses %j", (text) => {
    expect(parseAmount(text)).toBeNull();
  });
});

it("rounds halves away from zero or to the even neighbour", () => {
  const rounded = (text: string, rounding: Rounding) => amountToText(roundAmount(cents(text), rounding));
  const texts = ["0.5", "1.5", "2.5", "-0.5", "-2.5", "2.49", "2.51"];
  expect(texts.map((text) => rounded(text, toMinorUnits("EUR")))).toEqual(["1", "2", "3", "-1", "-3", "2", "3"]);
  expect(texts.map((text) => rounded(text, { decimals: 0, half: "even" }))).toEqual([
    "0",
    "2",
    "2",
    "0",
    "-2",
    "2",
    "3",
  ]);
  expect(rounded("1.00005", { decimals: 4, half: "up" })).toBe("1.0001");
});

it("rounds a tax once", () => {
  // Rounded to tenths first, 0.45 would become 0.5, and that 1.
  expect(amountToText(taxOn(cents("4.5"), 10, toMinorUnits("EUR")))).toBe("0");
  expect(amountToText(taxOn(cents("12345"), 20, toMinorUnits("EUR")))).toBe("2469");
  expect(amountToText(taxOn(cents("-50"), 8.1, { decimals: 4, half: "up" }))).toBe("-4.05");
});

it("takes a share of time", () => {
  expect(amountToText(proRata(cents("1000"), 10, 31, { decimals: 4, half: "up" }))).toBe("322.5806");
});

/** Ten-thousandths of a cent, which a double holds exactly. */
const ticks = fc.integer({ min: -1e12, max: 1e12 });
const TICKS = 10_000;

it("adds and taxes 100,000 amounts and loses nothing", () => {
  const tuple = fc.tuple(ticks, fc.nat(1000), fc.nat(4));
  let [amounts, sum, ticksSum] = [0, zeroAmount, 0n];
  fc.assert(
    fc.property(fc.array(tuple, { minLength: 100, maxLength: 100 }), (cases) => {
      for (const [tick, tenths, decimals] of cases) {
        const amount = amountFromCents(tick / TICKS);
        // An independent sum, by whole numbers of ticks.
        sum = addAmounts(sum, amount);
        ticksSum += BigInt(tick);
        const percent = tenths / 10;
        const tax = taxOn(amount, percent, { decimals, half: "up" });
        const gross = addAmounts(amount, tax);
        if (subtractAmounts(gross, tax) !== amount) throw new Error(`${tick} is lost by its tax`);
        // The exact tax is tick * tenths / 10^7 cents: rounding moves it by half a unit at most.
        const error = timesAmount(tax, 1e7) - timesAmount(amountFromCents(1), tick) * BigInt(tenths);
        const unit = 10n ** BigInt(12 - decimals) * 10_000_000n;
        if ((error < 0n ? -error : error) * 2n > unit) throw new Error(`tax of ${percent} % on ${tick} is ${tax}`);
        amounts++;
      }
    }),
    { numRuns: 1000 },
  );
  expect(amounts).toBe(100_000);
  expect(amountToText(timesAmount(sum, TICKS))).toBe(ticksSum.toString());
});
