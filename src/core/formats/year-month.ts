const pattern = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** A month of the calendar, `YYYY-MM`. */
export function isValid(value: string): boolean {
  return pattern.test(value);
}
