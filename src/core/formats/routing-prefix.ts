/** Put before or after a number: digits, letters as in `D011`, star and hash, with a plus at most in front. */
export function isValid(value: string): boolean {
  return /^\+?[0-9A-Za-z*#]+$/.test(value);
}
