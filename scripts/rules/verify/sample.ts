import type { Condition, ConditionValue, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { rulesOf } from "../../../src/core/rulebook/formRules.ts";
import { moduleOf } from "./book.ts";

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

/** Values to combine, by name. */
export type Factors = ReadonlyMap<string, readonly Scalar[]>;
type Scalar = string | number | boolean;
export type Combination = Readonly<Record<string, Scalar>>;

/** Combinations in which every two values of two factors occur together; the first has the first value of each. */
export function pairwise(factors: Factors): Combination[] {
  const names = [...factors.keys()];
  const open = new Set<string>();
  const pairsOf = (made: Combination) =>
    names.flatMap((one, at) =>
      names
        .slice(at + 1)
        .flatMap((two) => (one in made && two in made ? [JSON.stringify([one, made[one], two, made[two]])] : [])),
    );
  for (const [at, one] of names.entries()) {
    for (const two of names.slice(at + 1)) {
      for (const a of factors.get(one) ?? []) {
        for (const b of factors.get(two) ?? []) open.add(JSON.stringify([one, a, two, b]));
      }
    }
  }
  const rows: Combination[] = [];
  const [only] = names;
  // Without a second factor there are no pairs, only values.
  if (names.length === 1 && only) return (factors.get(only) ?? []).map((value) => ({ [only]: value }));
  while (open.size > 0) {
    const [pair = ""] = open;
    const [one, a, two, b] = JSON.parse(pair) as [string, Scalar, string, Scalar];
    let row: Combination = { [one]: a, [two]: b };
    for (const name of names) {
      if (name in row) continue;
      const gain = (value: Scalar) => pairsOf({ ...row, [name]: value }).filter((known) => open.has(known)).length;
      const values = factors.get(name) ?? [];
      row = {
        ...row,
        [name]: values.reduce((best, value) => (gain(value) > gain(best) ? value : best), values[0] ?? ""),
      };
    }
    for (const covered of pairsOf(row)) open.delete(covered);
    rows.push(row);
  }
  return rows;
}

/** What the conditions of a form's rules look at: switches and choices, also those of a record it refers to. */
export function factorsOf(descriptor: ResourceDescriptor): Factors {
  const paths = new Set(rulesOf(descriptor).flatMap(({ when }) => (when ? pathsOf(when) : [])));
  return new Map(
    [...paths].flatMap((path) => {
      const values = valuesOf(path, descriptor);
      return values.length > 0 ? [[path, values] as const] : [];
    }),
  );
}

function pathsOf(when: Condition): string[] {
  const { anyOf } = when as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) return anyOf.flatMap(pathsOf);
  return Object.keys(when as Record<string, ConditionValue>).filter((path) => path !== "$mode");
}

/** The values that a path of a condition can have, where they are few. */
export function valuesOf(path: string, { fields }: ResourceDescriptor): readonly Scalar[] {
  const [name, inner] = path.split(".");
  const field = fields.find((candidate) => candidate.name === name);
  if (inner !== undefined)
    return field?.reference ? valuesOf(inner, moduleOf(field.reference.resource).descriptor) : [];
  if (!field || field.readOnly) return [];
  return field.kind === "boolean" ? [false, true] : (field.enum ?? []);
}
