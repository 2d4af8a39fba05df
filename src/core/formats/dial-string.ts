/** What a phone dials: digits, star, hash and plus. */
export function isValid(value: string): boolean {
  return /^[0-9*#+]+$/.test(value);
}
