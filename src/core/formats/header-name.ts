/** Name of a SIP or mail header: a token (RFC 3261, 25.1). */
export function isValid(value: string): boolean {
  return /^[A-Za-z0-9.!%*_+`'~-]+$/.test(value);
}
