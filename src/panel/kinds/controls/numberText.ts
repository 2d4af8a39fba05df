/** Whole numbers and decimals as people type them. Grouping is neither written nor read: "1.500" is not guessed at. */

const wholeNumber = /^[+-]?\d{1,16}$/;

/** Null when the text is no whole number, or too large to be exact. */
export function parseInteger(text: string): number | null {
  if (!wholeNumber.test(text)) return null;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : null;
}

/** With the locale's decimal sign and no grouping; up to ten decimals. */
export function formatDecimal(value: number, locale: string): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 10 }).format(value);
}

/** Null when the text is no number in the locale's writing. */
export function parseDecimal(text: string, locale: string): number | null {
  const sign = decimalSign(locale);
  const [whole = "", fraction = "", ...rest] = text.split(sign);
  if (rest.length > 0 || !/^[+-]?\d{1,16}$/.test(whole) || !/^\d{0,10}$/.test(fraction)) return null;
  return Number(`${whole}.${fraction || "0"}`);
}

function decimalSign(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === "decimal")?.value ?? ".";
}
