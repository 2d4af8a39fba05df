/** A line of RFC 4180 with its end. Texts that a spreadsheet could take for a formula are made harmless. */
export function toCsvLine(texts: readonly string[]): string {
  return `${texts.map((text) => quote(guard(text))).join(",")}\r\n`;
}

/** Tells spreadsheets that the file is UTF-8. */
export const byteOrderMark = "\u{feff}";

/** What begins a formula in some spreadsheet, full-width forms included, or makes it look past what follows. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
/** A number, or numbers of phones: they stay what they are for every program that reads them. */
const harmless = /^[+-]?\d+(?:\.\d+)?$|^\+\d+(?:, \+\d+)*$/;

function guard(text: string): string {
  return formula.test(text) && !harmless.test(text) ? `'${text}` : text;
}

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that `toCsvLine` was given, where it had to make it harmless. */
export function unguard(text: string): string {
  return text.startsWith("'") && guard(text.slice(1)) === text ? text.slice(1) : text;
}
