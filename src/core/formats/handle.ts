/** Machine-readable name: ASCII letters, digits, underscore, dash. */
export function isValid(value: string): boolean {
  return /^[A-Za-z0-9_-]+$/.test(value);
}
