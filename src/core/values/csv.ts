/** A line of RFC 4180 with its line break. Texts that a spreadsheet could take for a formula are escaped. */
export function toCsvLine(texts: readonly string[]): string {
  return `${texts.map((text) => quote(guard(text))).join(",")}\r\n`;
}

/** A whole file for spreadsheets. */
export function toCsvFile(titles: readonly string[], lines: readonly (readonly string[])[]): string {
  return byteOrderMark + [titles, ...lines].map(toCsvLine).join("");
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = "\u{feff}";

/**
 * Characters that start a formula in some spreadsheet, full-width forms included, or that it skips. Leading apostrophes
 * may be part of the text and must be distinguishable from ours.
 */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;
/** A number or a list of phone numbers: safe to write unescaped, for every program that reads them. */
const harmless = /^[+-]?\d+(?:\.\d+)?$|^\+\d+(?:, \+\d+)*$/;

function guard(text: string): string {
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /^\s|[",\r\n]|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Reverts the escaping of `toCsvLine`. */
export function unguard(text: string): string {
  return text.startsWith("'") && guard(text.slice(1)) === text ? text.slice(1) : text;
}
