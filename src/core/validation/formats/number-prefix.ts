const digits = /^(?:\+|00)?[0-9*#][0-9A-Za-z*#]*(?:@[A-Za-z0-9_.:-]*)?$/;
/** Its first character tells a name from digits that a spreadsheet has rewritten, such as 4.91522E+11. */
const name = /^[A-Za-z_][A-Za-z0-9_.!~*'()%&=+$,;?/:-]*(?:@[A-Za-z0-9_.:-]*)?$/;

/** The beginning of a number or a user name that calls are compared with: no blanks, dots or dashes between digits. */
export function isValid(value: string): boolean {
  return digits.test(value) || name.test(value);
}

/** Calls have numbers with their country code and without a sign: `+44` and `0044` are 44. */
export function toNormal(value: string): string {
  return value.replace(/^(?:\+|00)(?=[1-9])/, "");
}
