import type { FieldDescriptor, WireRecord } from "../schema/descriptor.ts";
import { valueAtPath } from "../schema/valueAt.ts";

/**
 * Money on the wire is in cents: hundredths of the currency's unit, whatever its minor unit is. 1.234 KWD are 123.4, and
 * 100 JPY are 10000, as a platform divides by 100 wherever it makes units of cents, for all currencies. Fields with
 * `unit: currency` are in units.
 */

type MoneyField = { readonly unit?: string | undefined; readonly type?: string | undefined } | undefined;

const ownCurrency = ["currency"];

/** Digits of prices below a minor unit. */
const PRICE_DIGITS = 4;
const USUAL_DIGITS = 2;

/**
 * Minor units that are not hundredths, by ISO 4217. `Intl` has those of CLDR, which differ between browsers and servers
 * (HUF) and from the standard (IQD): both sides have to accept and round alike.
 */
const digitsByCurrency: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
    3: "BHD IQD JOD KWD LYD OMR TND",
    4: "CLF UYW",
  }).flatMap(([digits, currencies]) => currencies.split(" ").map((code) => [code, Number(digits)] as const)),
);

/** Number of decimals of a currency's amounts; two if it is unknown. */
export function currencyDigits(currency: string | null | undefined): number {
  return digitsByCurrency.get((currency ?? "").toUpperCase()) ?? USUAL_DIGITS;
}

/** Number of decimals of a field's amounts: whole cents have two at most. */
function fieldDigits(currency: string | null | undefined, field: MoneyField): number {
  const digits = currencyDigits(currency);
  return field?.type === "integer" ? Math.min(digits, USUAL_DIGITS) : digits;
}

/** Paths of the currency of a field's amounts, the preferred one first; by default the record's own. */
export function currencyPaths({ currency = ownCurrency }: Pick<FieldDescriptor, "currency"> = {}): readonly string[] {
  return currency;
}

/** The currency of a field's amounts in a record. */
export function currencyOf(
  record: WireRecord,
  field: Pick<FieldDescriptor, "currency"> | undefined,
): string | undefined {
  const candidates = currencyPaths(field).map((path) => valueAtPath(record, path));
  return candidates.find((currency): currency is string => typeof currency === "string" && currency !== "");
}

export function centsOf(value: number, field: MoneyField): number {
  // A product of doubles may end in noise that no amount has.
  return field?.unit === "currency" ? Number((value * 100).toPrecision(15)) : value;
}

export function fromCents(cents: number, field: MoneyField): number {
  return field?.unit === "currency" ? Number((cents / 100).toPrecision(15)) : cents;
}

/**
 * Cents formatted in the locale, with the currency's symbol if given ("EUR"), and as many decimals as the currency has.
 * An unknown currency, which platforms allow as free text, is appended to the amount. Exact for every integer; prices
 * below a minor unit keep up to four more digits, and have at least `priceDigits` of them.
 */
export function formatMoney(cents: number, locale: string, currency?: string | null, priceDigits = 0): string {
  const digits = currencyDigits(currency);
  return formatUnits(toUnits(cents), digits + PRICE_DIGITS, locale, currency, priceDigits);
}

/** Number of digits below a minor unit that `formatMoney` shows. */
export function priceDigits(cents: number, currency?: string | null): number {
  const digits = fractionDigits(fromCents(cents, { unit: "currency" })) - currencyDigits(currency);
  return Math.min(Math.max(digits, 0), PRICE_DIGITS);
}

/** Number of digits behind the decimal separator. */
export function fractionDigits(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  return Math.max((mantissa.split(".")[1]?.length ?? 0) - Number(exponent), 0);
}

/** Formats an exact amount, a decimal text in cents, with all of its digits. */
export function formatExactMoney(cents: string, locale: string, currency?: string | null): string {
  return formatUnits(`${cents}e-2` as Intl.StringNumericLiteral, 14, locale, currency);
}

function formatUnits(
  units: Intl.StringNumericLiteral,
  maximumFractionDigits: number,
  locale: string,
  currency: string | null | undefined,
  priceDigits = 0,
): string {
  const isIsoCode = currency && /^[A-Za-z]{3}$/.test(currency);
  const text = formatOf(locale, {
    ...(isIsoCode ? { style: "currency", currency } : {}),
    minimumFractionDigits: Math.min(currencyDigits(currency) + priceDigits, maximumFractionDigits),
    maximumFractionDigits,
  }).format(units);
  return currency && !isIsoCode ? `${text} ${currency}` : text;
}

/** Cents for an input field: no currency, no grouping, the locale's decimal separator. */
export function moneyToInput(cents: number, locale: string, currency?: string | null, field?: MoneyField): string {
  const digits = fieldDigits(currency, field);
  return formatOf(locale, {
    useGrouping: false,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits + PRICE_DIGITS,
  }).format(toUnits(cents));
}

/**
 * Parses a typed amount into cents, grouping optional. Null when it is not an amount in this locale, has more decimals
 * than the currency or the field, or is too large to be exact: "1.5" is refused where the dot groups thousands, never read as 15.
 */
export function parseMoney(text: string, locale: string, currency?: string | null, field?: MoneyField): number | null {
  const { group, decimal } = separators(locale);
  const compact = text.trim();
  if (compact.length > 40) return null;
  const digits = fieldDigits(currency, field);
  const decimals = digits === 0 ? "()" : `(?:${decimal}(\\d{1,${digits}}))?`;
  const [, sign, integer, fraction = ""] =
    new RegExp(`^([-\u2212]?)(\\d+|\\d{1,3}(?:${group}\\d{3})+)${decimals}$`).exec(compact) ?? [];
  if (integer === undefined) return null;
  const minor = Number(integer.replace(/\D/g, "") + fraction.padEnd(digits, "0"));
  // Divided, as a division of whole numbers gives the nearest double.
  const cents = digits > USUAL_DIGITS ? minor / 10 ** (digits - USUAL_DIGITS) : minor * 10 ** (USUAL_DIGITS - digits);
  if (!Number.isSafeInteger(minor) || Math.abs(cents) > Number.MAX_SAFE_INTEGER) return null;
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
  return Math.abs(cents) < 1e-6 ? "0" : (`${cents}e-2` as Intl.StringNumericLiteral);
}

/** Patterns that match the locale's separators and their keyboard look-alikes. */
function separators(locale: string): { group: string; decimal: string } {
  const parts = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1234567.5);
  const group = parts.find((part) => part.type === "group")?.value ?? "";
  const decimal = parts.find((part) => part.type === "decimal")?.value ?? ".";
  const alike = /^\s$/.test(group) ? "\\s" : /^['’]$/.test(group) ? "['’]" : `\\${group}`;
  return { group: alike, decimal: `\\${decimal}` };
}
