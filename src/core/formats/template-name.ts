/** Name of a provisioning template, also part of its address: ASCII letters, digits, blanks and minus signs. */
export function isValid(value: string): boolean {
  return /^[A-Za-z0-9-](?:[A-Za-z0-9 -]*[A-Za-z0-9-])?$/.test(value);
}
