/** ASCII digits only. */
export function isValid(value: string): boolean {
  return /^[0-9]+$/.test(value);
}
