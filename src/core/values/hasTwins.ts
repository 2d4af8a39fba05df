/** Whether two entries of a list are the same; the order of an object's members does not matter. */
export function hasTwins(entries: readonly unknown[]): boolean {
  return new Set(entries.map((entry) => JSON.stringify(inOrder(entry)))).size < entries.length;
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, inOrder(member)]);
}
