const pattern =
  /^(?:[0-9a-f]{12}|[0-9a-f]{2}(?::[0-9a-f]{2}){5}|[0-9a-f]{2}(?:-[0-9a-f]{2}){5}|[0-9a-f]{4}(?:\.[0-9a-f]{4}){2})$/i;

/** MAC address: bare, with colons, with dashes, or in three dotted groups. */
export function isValid(value: string): boolean {
  return pattern.test(value);
}
