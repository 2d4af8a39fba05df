/** Whether a number is a multiple of a step, compared in decimals: 0.3 is one of 0.1, which the remainder `%` denies. */
export function isMultipleOf(value: number, step: number): boolean {
  const [number, unit] = [decimalOf(value), decimalOf(step)];
  const places = Math.max(number.places, unit.places);
  const scaled = ({ digits, places: own }: Decimal) => digits * 10n ** BigInt(places - own);
  return scaled(number) % scaled(unit) === 0n;
}

interface Decimal {
  readonly digits: bigint;
  /** Places behind the point. */
  readonly places: number;
}

/** A number as it is written, `1.25` or `5e-7`. */
function decimalOf(value: number): Decimal {
  const [written = "", exponent = "0"] = String(value).split("e");
  const [whole = "", fraction = ""] = written.split(".");
  const places = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return places < 0 ? { digits: digits * 10n ** BigInt(-places), places: 0 } : { digits, places };
}
