/** Name of the time zone in which dates are entered and shown. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}
