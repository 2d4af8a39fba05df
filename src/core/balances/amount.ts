declare const amount: unique symbol;

/** An exact amount of money: whole trillionths of a cent. Amounts compare with `<` and `===`. */
export type Amount = bigint & { readonly [amount]: true };

const DECIMALS = 12;

export const zeroAmount = 0n as Amount;

/** The amount of cents that the API or the database gives as a number: the decimal number that it prints as. */
export function amountFromCents(cents: number): Amount {
  const [, sign, whole, fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,12}))?$/.exec(String(cents)) ?? [];
  if (whole === undefined) throw new RangeError(`Not an amount: ${cents}`);
  const units = BigInt(whole + fraction.padEnd(DECIMALS, "0"));
  return (sign ? -units : units) as Amount;
}

/** The nearest number of cents, for the API and for display. */
export function amountToCents(value: Amount): number {
  return Number(`${value}e-${DECIMALS}`);
}

export function addAmounts(...amounts: readonly Amount[]): Amount {
  let sum = 0n;
  for (const one of amounts) sum += one;
  return sum as Amount;
}

export function subtractAmounts(from: Amount, value: Amount): Amount {
  return (from - value) as Amount;
}

/** `part` of `whole`, rounded to ten-thousandths of a cent, halves up. */
export function proRata(value: Amount, part: number, whole: number): Amount {
  const unit = 10n ** BigInt(DECIMALS - 4);
  const by = BigInt(whole) * unit;
  return (((value * BigInt(part) + by / 2n) / by) * unit) as Amount;
}
