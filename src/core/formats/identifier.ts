const pattern = /^(?:[A-Za-z0-9_.!~*'()&=+$,;?/-]|%[0-9A-Fa-f]{2})+$/;

/** User part of a SIP URI (RFC 3261): other characters only as %HH. */
export function isValid(value: string): boolean {
  return pattern.test(value);
}
