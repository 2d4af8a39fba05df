/** Jobs that an open dialog shows: what becomes of them is told there first. */
const attended = new Set<number>();
/** Jobs that this browser started or saw running, whose end is still to be told. */
const expected = new Set<number>();

export function attend(id: number): () => void {
  attended.add(id);
  return () => attended.delete(id);
}

/** The end of this job will be told in a notice. */
export function expectEnd(id: number): void {
  expected.add(id);
}

/** The job's end is told now, and not again. False: it is no matter of this browser, or shown in a dialog. */
export function tellEnd(id: number): boolean {
  return !attended.has(id) && expected.delete(id);
}

/** Told otherwise already. */
export function forgetEnd(id: number): void {
  expected.delete(id);
}
