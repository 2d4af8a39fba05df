import { currencyDigits } from "./money.ts";

declare const amount: unique symbol;

/**
 * An exact amount of money: whole trillionths of a cent. Amounts compare with `<` and `===`; only the functions below
 * make new ones. A double holds no tenth of a cent exactly, so sums of prices would drift.
 */
export type Amount = bigint & { readonly [amount]: true };

/** The rounding of an amount: to so many decimals of a cent, halves away from zero or to the even neighbour. */
export interface Rounding {
  readonly decimals: number;
  readonly half: "up" | "even";
}

/** Decimals of a cent. */
const DECIMALS = 12;
const CENT = 10n ** BigInt(DECIMALS);

export const zeroAmount = 0n as Amount;

/** To whole minor units of a currency, as invoices are: cents of EUR, tenths of a cent of KWD, hundred cents of JPY. */
export function toMinorUnits(currency: string | null | undefined): Rounding {
  return { decimals: currencyDigits(currency) - 2, half: "up" };
}

/**
 * The amount of cents that the API or the database gives as a number: the decimal number that it prints as, rounded to
 * twelve decimals. That also removes the noise of sums of doubles.
 *
 * @throws RangeError for more than any account holds, and for what is no number.
 */
export function amountFromCents(cents: number): Amount {
  return scaled(cents) as Amount;
}

/** Converts a number in units of the currency, as in balances. */
export function amountFromUnits(units: number): Amount {
  return (scaled(units) * 100n) as Amount;
}

/** The nearest number of units of the currency. */
export function amountToUnits(value: Amount): number {
  return Number(`${amountToText(value)}e-2`);
}

/** The amount of a decimal text in cents, `-12.5`. Null for anything else, and for more than twelve decimals. */
export function parseAmount(text: string): Amount | null {
  const [, sign, whole, fraction = ""] = /^(-?)(\d{1,21})(?:\.(\d{1,12}))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const value = BigInt(whole + fraction.padEnd(DECIMALS, "0"));
  return (sign === "-" ? -value : value) as Amount;
}

/** Exactly, as a decimal text in cents: what documents store. */
export function amountToText(value: Amount): string {
  const digits = absolute(value)
    .toString()
    .padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${value < 0n ? "-" : ""}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}

/** The nearest number of cents, for the API and for display. */
export function amountToCents(value: Amount): number {
  return Number(amountToText(value));
}

export function addAmounts(...amounts: readonly Amount[]): Amount {
  let sum = 0n;
  for (const amount of amounts) sum += amount;
  return sum as Amount;
}

export function subtractAmounts(from: Amount, value: Amount): Amount {
  return (from - value) as Amount;
}

/** A rate per second times whole seconds, or a price times a count. */
export function timesAmount(value: Amount, count: number): Amount {
  return (value * BigInt(count)) as Amount;
}

/** The price of `part` of `whole`: a started month, say. Both are whole numbers of one unit. */
export function proRata(value: Amount, part: number, whole: number, rounding: Rounding): Amount {
  return roundedRatio(value * BigInt(part), BigInt(whole), rounding);
}

/** The tax on a net amount, rounded once. */
export function taxOn(net: Amount, percent: number, rounding: Rounding): Amount {
  return roundedRatio(net * scaled(percent), 100n * CENT, rounding);
}

export function roundAmount(value: Amount, rounding: Rounding): Amount {
  return roundedRatio(value, 1n, rounding);
}

/**
 * The amounts rounded so that they add up to their rounded sum: each is rounded down or up, up those that lose most.
 * Rounded one by one, the lines of a document would not add up to its total.
 */
export function roundTogether(amounts: readonly Amount[], rounding: Rounding): Amount[] {
  const unit = unitOf(rounding);
  const down = amounts.map((value) => value - (((value % unit) + unit) % unit));
  const lost = amounts.map((value, index) => value - (down[index] ?? 0n));
  const order = [...amounts.keys()].sort((a, b) => Number((lost[b] ?? 0n) - (lost[a] ?? 0n)) || a - b);
  const sum = down.reduce((total, value) => total + value, 0n);
  const missing = Number((roundAmount(addAmounts(...amounts), rounding) - sum) / unit);
  const up = new Set(order.slice(0, missing));
  return down.map((value, index) => (up.has(index) ? value + unit : value) as Amount);
}

/** dividend / divisor in whole units of `decimals`, rounded once; the divisor is positive. */
export function roundedRatio(dividend: bigint, divisor: bigint, rounding: Rounding): Amount {
  const { half } = rounding;
  const unit = unitOf(rounding);
  const by = divisor * unit;
  const quotient = absolute(dividend) / by;
  const twice = (absolute(dividend) - quotient * by) * 2n;
  const isUp = twice > by || (twice === by && (half === "up" || quotient % 2n === 1n));
  const units = (isUp ? quotient + 1n : quotient) * unit;
  return (dividend < 0n ? -units : units) as Amount;
}

function unitOf({ decimals }: Pick<Rounding, "decimals">): bigint {
  return 10n ** BigInt(DECIMALS - decimals);
}

/** A number times 10^12, by its decimal digits. */
function scaled(value: number): bigint {
  // Larger numbers print with an exponent.
  if (!(Math.abs(value) < 1e21)) throw new RangeError(`Not an amount: ${value}`);
  const [, sign, whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(-\d+))?$/.exec(String(value)) ?? [];
  const digits = BigInt(whole + fraction);
  const shift = DECIMALS - fraction.length + Number(exponent);
  const units = shift >= 0 ? digits * 10n ** BigInt(shift) : divideHalfUp(digits, 10n ** BigInt(-shift));
  return sign === "-" ? -units : units;
}

function divideHalfUp(digits: bigint, by: bigint): bigint {
  return (digits + by / 2n) / by;
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
