/** Put before or after a number: digits, letters and `_` as in `D011` and `E1_`, star and hash, with a plus at most in front. */
export function isValid(value: string): boolean {
  return /^\+?[0-9A-Za-z_*#]+$/.test(value);
}
