import { createHash } from "node:crypto";

/** A number in [0, 1) that depends on these alone. */
export function pseudoRandom(...parts: readonly (string | number)[]): number {
  return createHash("sha256").update(JSON.stringify(parts)).digest().readUInt32BE() / 2 ** 32;
}

/** Samples `count` items spread evenly over their groups, in their original order. Equal seeds give equal samples. */
export function sample<T>(items: readonly T[], count: number, seed: number, groupOf: (item: T) => string): T[] {
  const sizes = new Map<string, number>();
  const placed = items
    .map((item, index) => ({ item, by: pseudoRandom(seed, index) }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => {
      const group = groupOf(item);
      const position = sizes.get(group) ?? 0;
      sizes.set(group, position + 1);
      return { item, place: position };
    });
  // The first of each group, then the second of each.
  const chosen = new Set(placed.sort((a, b) => a.place - b.place).slice(0, count));
  const chosenItems = new Set([...chosen].map(({ item }) => item));
  return items.filter((item) => chosenItems.has(item));
}
