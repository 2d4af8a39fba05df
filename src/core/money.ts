/**
 * Money on the wire is in cents, hundredths of the currency's unit, even for currencies without cents; of fields with
 * `unit: currency` it is in units.
 */

/** What a field tells about its amounts. */
type MoneyField = { readonly unit?: string } | undefined;

/** Of amounts in numbers. */
const MOST_DIGITS = 6;

/** The cents of a field's value. */
export function centsOf(value: number, field: MoneyField): number {
  // A product of doubles may end in noise that no amount has.
  return field?.unit === "currency" ? Number((value * 100).toPrecision(15)) : value;
}

/** The value of a field for this many whole cents. */
export function fromCents(cents: number, field: MoneyField): number {
  return field?.unit === "currency" ? cents / 100 : cents;
}

/**
 * Cents formatted in the locale, with the currency's symbol if given ("EUR"). An unknown currency, which platforms
 * allow as free text, is appended to the amount. Exact for every integer; prices below a cent keep up to four more
 * digits, and have at least `digits` behind the decimal separator.
 */
export function formatMoney(cents: number, locale: string, currency?: string | null, digits = 2): string {
  return formatUnits(toUnits(cents), MOST_DIGITS, locale, currency, digits);
}

/** How many digits `formatMoney` shows behind the decimal separator. */
export function moneyDigits(cents: number): number {
  return Math.min(Math.max(digitsOf(cents) + 2, 2), MOST_DIGITS);
}

/** How many digits a number has behind its decimal separator. */
export function digitsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max((mantissa.split(".")[1]?.length ?? 0) - Number(exponent), 0);
}

/** The same for an exact amount, a decimal text in cents, with all of its digits. */
export function formatExactMoney(cents: string, locale: string, currency?: string | null): string {
  return formatUnits(`${cents}e-2` as Intl.StringNumericLiteral, 14, locale, currency);
}

function formatUnits(
  units: Intl.StringNumericLiteral,
  maximumFractionDigits: number,
  locale: string,
  currency: string | null | undefined,
  digits = 2,
): string {
  const known = currency && /^[A-Za-z]{3}$/.test(currency);
  const text = formatOf(locale, {
    ...(known ? { style: "currency", currency } : {}),
    minimumFractionDigits: Math.min(Math.max(digits, 2), maximumFractionDigits),
    maximumFractionDigits,
  }).format(units);
  return currency && !known ? `${text} ${currency}` : text;
}

/** Cents for an input field: no currency, no grouping, the locale's decimal separator. */
export function moneyToInput(cents: number, locale: string): string {
  return formatOf(locale, {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(toUnits(cents));
}

/**
 * Parses a typed amount into cents, grouping optional. Null when it is not an amount in this locale, has more than two
 * decimals or is too large to be exact: "1.5" is refused where the dot groups thousands, never read as 15.
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

/** The most formats that are kept. */
const MAX_FORMATS = 50;
const formats = new Map<string, Intl.NumberFormat>();

/** Made once: each has memory outside of the heap, which an export with a format per cell would fill. */
function formatOf(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  if (!formats.has(key) && formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

function toUnits(cents: number): Intl.StringNumericLiteral {
  // Larger numbers print with an exponent; no account holds that much.
  if (!(Math.abs(cents) < 1e21)) throw new RangeError(`Not an amount in cents: ${cents}`);
  // A decimal text with exponent is formatted exactly, unlike cents / 100.
  return Math.abs(cents) < 1e-4 ? "0" : (`${cents}e-2` as Intl.StringNumericLiteral);
}

/** Patterns that match the locale's separators and their keyboard look-alikes. */
function separators(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1234567.5);
  const group = parts.find((part) => part.type === "group")?.value ?? "";
  const decimal = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const alike = /^\s$/.test(group) ? "\\s" : /^['’]$/.test(group) ? "['’]" : `\\${group}`;
  return { group: alike, decimal: `\\${decimal}` };
}
