const pattern = /^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/i;

/** Bank, country, location, optional branch: 8 or 11 characters, never 9 or 10. */
export function isValid(value: string): boolean {
  return pattern.test(value);
}
