import type { Condition, ConditionValue, ResourceDescriptor } from "../../../src/core/descriptor.ts";
import { rulesOf } from "../../../src/core/rulebook/formRules.ts";
import { moduleOf } from "./book.ts";

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
