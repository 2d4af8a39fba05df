const pattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Name of a zone or of a link to one (Europe/Vienna, US/Eastern, UTC) that this machine's zone data knows.
 * Bare offsets are refused: engines disagree on them and they know no daylight saving.
 */
export function isValid(value: string): boolean {
  if (!pattern.test(value)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
