import { createHash } from "node:crypto";

/** A number in [0, 1) that depends on these alone. */
export function chance(...of: readonly (string | number)[]): number {
  return createHash("sha256").update(JSON.stringify(of)).digest().readUInt32BE() / 2 ** 32;
}

/** Samples `count` items spread evenly over their groups, in their original order. Equal seeds give equal samples. */
export function sample<T>(items: readonly T[], count: number, seed: number, groupOf: (item: T) => string): T[] {
  const sizes = new Map<string, number>();
  const placed = items
    .map((item, index) => ({ item, by: chance(seed, index) }))
    .sort((one, other) => one.by - other.by)
    .map(({ item }) => {
      const group = groupOf(item);
      const place = sizes.get(group) ?? 0;
      sizes.set(group, place + 1);
      return { item, place };
    });
  // The first of each group, then the second of each.
  const chosen = new Set(placed.sort((one, other) => one.place - other.place).slice(0, count));
  const wanted = new Set([...chosen].map(({ item }) => item));
  return items.filter((item) => wanted.has(item));
}
