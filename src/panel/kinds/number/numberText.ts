/** Integers and decimals as people type them. Grouping is neither written nor read: "1.500" would be ambiguous. */

const wholeNumber = /^[+-]?\d{1,16}$/;

/** Null when the text is not an integer, or too large to be exact. */
export function parseInteger(text: string): number | null {
  if (!wholeNumber.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** Formats a number with the locale's decimal separator and without grouping; up to ten decimals. */
export function formatDecimal(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 }).format(value);
}

/** Null when the text is not a number in the locale's format. */
export function parseDecimal(text: string, locale: string): number | null {
  const sign = decimalSign(locale);
  const [integer = "", fraction = "", ...more] = text.split(sign);
  if (more.length > 0 || !/^[+-]?\d{1,16}$/.test(integer) || !/^\d{0,10}$/.test(fraction)) return null;
  return Number(`${integer}.${fraction || "0"}`);
}

function decimalSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
