/** Money on the wire is in cents: hundredths of the currency's unit, also where the currency knows no cents. */

/**
 * Cents as text in the way of the locale, with the currency's sign when one is given ("EUR"). An unknown
 * currency, which platforms allow as free text, is put behind the amount. Exact for every integer; prices below a
 * cent keep up to four more digits.
 */
export function formatMoney(cents: number, locale: string, currency?: string | null): string {
  const known = currency && /^[A-Za-z]{3}$/.test(currency);
  const text = new Intl.NumberFormat(locale, {
    ...(known ? { style: "currency", currency } : {}),
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(toUnits(cents));
  return currency && !known ? `${text} ${currency}` : text;
}

/** Cents as text for an input field: no currency, no grouping, the locale's decimal sign. */
export function moneyToInput(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(toUnits(cents));
}

/**
 * Cents from what a person typed, grouping optional. Null when it is no amount in this locale, has more than
 * two decimals or is too large to be exact: "1.5" is refused where the dot groups thousands, never read as 15.
 */
export function parseMoney(text: string, locale: string): number | null {
  const { group, decimal } = separators(locale);
  const compact = text.trim();
  if (compact.length > 40) return null;
  const [, sign, whole, fraction = ""] =
    new RegExp(`^([-\u2212]?)(\\d+|\\d{1,3}(?:${group}\\d{3})+)(?:${decimal}(\\d{1,2}))?$`).exec(compact) ?? [];
  if (whole === undefined) return null;
  const cents = Number(whole.replace(/\D/g, "") + fraction.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return null;
  return sign && cents > 0 ? -cents : cents;
}

function toUnits(cents: number): Intl.StringNumericLiteral {
  // From here on numbers print with an exponent of their own; no account holds that much.
  if (!(Math.abs(cents) < 1e21)) throw new RangeError(`Not an amount in cents: ${cents}`);
  // A decimal text with exponent is formatted exactly, where cents / 100 is not.
  return Math.abs(cents) < 1e-4 ? "0" : (`${cents}e-2` as Intl.StringNumericLiteral);
}

/** Patterns that match the locale's separators, with their look-alikes on keyboards. */
function separators(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1234567.5);
  const group = parts.find((part) => part.type === "group")?.value ?? "";
  const decimal = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const alike = /^\s$/.test(group) ? "\\s" : /^['’]$/.test(group) ? "['’]" : `\\${group}`;
  return { group: alike, decimal: `\\${decimal}` };
}
