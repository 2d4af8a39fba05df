import type { CellProps } from "../cell.ts";

const names = new Map<string, Intl.DisplayNames>();

/** The country's name in the reader's language; a code that is none is shown as it is. */
export function CountryCell({ value, context }: CellProps) {
  return countryName(String(value), context.locale);
}

export function countryName(code: string, locale: string): string {
  if (!/^[A-Za-z]{2}$/.test(code)) return code;
  const known = names.get(locale) ?? new Intl.DisplayNames(locale, { type: "region" });
  names.set(locale, known);
  return known.of(code.toUpperCase()) ?? code;
}
