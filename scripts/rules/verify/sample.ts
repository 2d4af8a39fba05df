/** A seeded generator of numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Samples `count` items spread evenly over their groups, in their original order. Equal seeds give equal samples. */
export function sample<T>(items: readonly T[], count: number, seed: number, groupOf: (item: T) => string): T[] {
  if (count >= items.length) return [...items];
  const random = randomFrom(seed);
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(groupOf(item)) ?? [];
    group.splice(Math.floor(random() * (group.length + 1)), 0, item);
    groups.set(groupOf(item), group);
  }
  // Shuffle the groups, or the last ones would never be sampled.
  const queues = [...groups.values()].map((group) => [random(), group] as const).sort(([a], [b]) => a - b);
  const chosen = new Set<T>();
  for (let round = 0; chosen.size < count; round++) {
    for (const [, group] of queues) {
      const item = group[round];
      if (item !== undefined && chosen.size < count) chosen.add(item);
    }
  }
  return items.filter((item) => chosen.has(item));
}
