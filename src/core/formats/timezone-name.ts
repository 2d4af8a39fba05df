const pattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/**
 * Name of a zone or of a link to one (Europe/Vienna, US/Eastern, UTC) that this machine's zone data knows.
 * Bare offsets are refused: engines disagree on them and they know no daylight saving.
 */
export function isValid(value: string): boolean {
  if (!pattern.test(value)) return false;
  const known = answers.get(value) ?? isKnownZone(value);
  // Whoever sends ever new names must not fill the memory with them; there are some six hundred zones.
  if (answers.size < answersAtMost) answers.set(value, known);
  return known;
}

/** Asking takes a tenth of a millisecond, and forms ask with every keystroke. */
const answers = new Map<string, boolean>();
const answersAtMost = 1000;

function isKnownZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
