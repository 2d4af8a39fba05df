/** Whether two entries of a normalized list, whose members have the order of the schema, are the same. */
export function hasTwins(entries: readonly unknown[]): boolean {
  return new Set(entries.map((entry) => JSON.stringify(entry))).size < entries.length;
}
