/** Items by their key, in the order of the first of each. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** Neighbours that are alike, in runs; with `keyOf`, in runs that have no two items of one key. */
export function groupRuns<Item>(
  items: Iterable<Item>,
  isAlike: (item: Item, other: Item) => boolean,
  keyOf?: (item: Item) => unknown,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const last = runs.at(-1);
    const isTwice = keyOf && last?.some((other) => keyOf(other) === keyOf(item));
    if (last?.[0] && isAlike(last[0], item) && !isTwice) last.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Items in batches of this size, in their order; the last may be smaller. */
export function batchesOf<Item>(all: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
