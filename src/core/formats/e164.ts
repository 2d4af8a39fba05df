/** International number: optional plus, country code first, 15 digits at most. */
export function isValid(value: string): boolean {
  return /^\+?[1-9][0-9]{1,14}$/.test(value);
}
