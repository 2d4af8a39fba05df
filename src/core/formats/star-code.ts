/** A star and three digits: *001 to *999. */
export function isValid(value: string): boolean {
  return /^\*(?!000)[0-9]{3}$/.test(value);
}
