import { pointerSegments } from "../../src/core/schema/valueAt.ts";
import type { Path } from "../diagnostics.ts";

/** The part of the meta-schema that says what one value of a schema may be. */
interface Rule {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Rule[];
  readonly allOf?: readonly Rule[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Rule | boolean>>;
  readonly additionalProperties?: Rule | boolean;
  readonly items?: Rule;
}

/** One mistake in a valid schema. */
export interface Mutation {
  readonly kind: string;
  /** The keyword, by its place in the meta-schema: `field.when`. */
  readonly keyword: string;
  /** Position of the schema. */
  readonly schema: number;
  /** The value that is wrong. */
  readonly path: Path;
  /** Words that an error about it can name. */
  readonly words: readonly unknown[];
  readonly text: string;
}

/** A value in a schema, and what the meta-schema says of it. */
interface Place extends Omit<Mutation, "kind" | "words" | "text"> {
  readonly rules: readonly Rule[];
  readonly isRequired: boolean;
  /** Undefined for a keyword that is not there. */
  readonly value: unknown;
}

type Holder = Record<string | number, unknown>;
/** Makes a mistake at `holder[key]`. Returns whether it can be made there. */
type Mistake = (holder: Holder, key: string | number, place: Place) => boolean;

const DOUBLED = "doubled:";
const WRONG_TYPES = [17.5, "seventeen", false, { seventeen: 17 }, [[17]]];

/** The ways in which any keyword can be wrong. */
export const MISTAKES: Readonly<Record<string, Mistake>> = {
  "left out": (holder, key, { isRequired, value }) =>
    isRequired && value !== undefined && Reflect.deleteProperty(holder, key),
  "misspelt keyword": (holder, key, { value }) => {
    if (typeof key === "number" || value === undefined) return false;
    const members = Object.entries(holder);
    for (const [name] of members) delete holder[name];
    for (const [name, member] of members) holder[name === key ? misspell(key) : name] = member;
    return true;
  },
  "misspelt value": (holder, key, { value }) => {
    if (typeof value === "string") holder[key] = misspell(value);
    return typeof value === "string";
  },
  "wrong type": (holder, key, { rules, value }) => {
    const isWrong = (other: unknown) => typeOf(other) !== typeOf(value) && !rules.some((rule) => allows(rule, other));
    const wrong = WRONG_TYPES.find(isWrong);
    if (wrong !== undefined) holder[key] = wrong;
    return wrong !== undefined;
  },
  doubled: (holder, key, { value }) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 0, value);
    else holder[`${DOUBLED}${key}`] = value;
    return value !== undefined;
  },
  contradicted: (holder, key, { value }) => {
    const word = String(key);
    const other = CONTRARY[word] ?? word.replace("min", "max").replace("Min", "Max");
    if (value === undefined || other === word) return false;
    holder[other] = value === true ? true : 3;
    if (value !== true) holder[key] = 4;
    return true;
  },
};

const CONTRARY: Readonly<Record<string, string>> = { readOnly: "writeOnly", writeOnly: "readOnly" };

/**
 * Mistakes in schemas: every keyword of the meta-schema is made wrong once in every way, in one of the schemas
 * that have it. Keywords that no schema has get a value of a wrong type.
 */
export function mutationsOf(meta: object, schemas: readonly object[]): Mutation[] {
  const texts = schemas.map((schema) => JSON.stringify(schema, null, 2));
  /** Small schemas are tried faster, and mistakes in different ones at the same time. */
  const costs = texts.map(({ length }) => length / 1000);
  const made = (place: Place, kind: string, make: Mistake): Mutation | undefined => {
    const text = texts[place.schema] ?? "";
    const changed: unknown = JSON.parse(text);
    const key = place.path.at(-1) ?? "";
    if (!make(valueAt(changed, place.path.slice(0, -1)) as Holder, key, place)) return undefined;
    const written = JSON.stringify(changed, null, 2).replaceAll(DOUBLED, "");
    if (written === text) return undefined;
    const path = kind === "misspelt keyword" ? [...place.path.slice(0, -1), misspell(String(key))] : place.path;
    return { ...place, kind, path, words: [key, path.at(-1), place.value, valueAt(changed, path)], text: written };
  };
  return [...placesByKeyword(meta, schemas).values()].flatMap((places) =>
    Object.entries(MISTAKES).flatMap(([kind, make]) => {
      const candidates = places.toSorted((a, b) => (costs[a.schema] ?? 0) - (costs[b.schema] ?? 0)).slice(0, 3);
      for (const place of candidates) {
        const mutation = made(place, kind, make);
        if (!mutation) continue;
        costs[place.schema] = (costs[place.schema] ?? 0) + 1;
        return [mutation];
      }
      return [];
    }),
  );
}

/** The first place of each keyword in each schema; where no schema has it, one where it could be. */
function placesByKeyword(meta: Rule, schemas: readonly object[]): ReadonlyMap<string, readonly Place[]> {
  const present = new Map<string, Map<number, Place>>();
  const absent = new Map<string, Place>();
  for (const [schema, data] of schemas.entries())
    for (const place of placesIn(meta, [meta], data, { schema, path: [], keyword: "" })) {
      const { keyword, value } = place;
      if (value === undefined) absent.set(keyword, absent.get(keyword) ?? place);
      else if (!present.get(keyword)?.has(schema))
        present.set(keyword, (present.get(keyword) ?? new Map<number, Place>()).set(schema, place));
    }
  return new Map([
    ...[...absent].map(([keyword, place]) => [keyword, [place]] as const),
    ...[...present].map(([keyword, bySchema]) => [keyword, [...bySchema.values()]] as const),
  ]);
}

/** Definitions whose keywords are the same wherever they stand. */
const SHARED_RULES = /\/(property|member|item|field|resource|tab|condition|needs)$/;

/** All values of a schema that the meta-schema has rules for, and the keywords that could stand beside them. */
function* placesIn(
  meta: Rule,
  rules: readonly Rule[],
  value: unknown,
  around: Pick<Place, "schema" | "path" | "keyword">,
): Generator<Place> {
  if (typeof value !== "object" || value === null) return;
  const resolved = rules.flatMap((rule) => resolve(meta, rule, value));
  const here = (name: string) => (around.keyword ? `${around.keyword}.${name}` : name);
  for (const [key, member] of Object.entries(value)) {
    const named = resolved.flatMap(({ properties }) => properties?.[key] ?? []);
    const others = resolved.flatMap((rule) => (Array.isArray(value) ? rule.items : rule.additionalProperties) ?? []);
    const below = (named.length > 0 ? named : others).filter((rule) => typeof rule === "object");
    const keyword = here(named.length > 0 ? key : "*");
    const path = [...around.path, Array.isArray(value) ? Number(key) : key];
    const isRequired = resolved.some(({ required }) => required?.includes(key));
    yield { ...around, keyword, rules: below, isRequired, path, value: member };
    const name = below.flatMap(({ $ref = "" }) => SHARED_RULES.exec($ref)?.[1] ?? [])[0];
    yield* placesIn(meta, below, member, { ...around, path, keyword: name ?? keyword });
  }
  for (const { properties = {} } of resolved)
    for (const [key, rule] of Object.entries(properties))
      if (typeof rule === "object" && !(key in value))
        yield {
          ...around,
          keyword: here(key),
          rules: [rule],
          isRequired: false,
          path: [...around.path, key],
          value: undefined,
        };
}

/** A rule with all that it refers to. */
function resolve(meta: Rule, rule: Rule, value: unknown): Rule[] {
  // Other files have lists of names.
  const target = rule.$ref?.startsWith("#") ? [valueAt(meta, pointerSegments(rule.$ref.slice(1))) as Rule] : [];
  const parts = [...target, ...(rule.allOf ?? []), ...(rule.anyOf ?? []).filter((part) => allows(part, value))];
  return [rule, ...parts.flatMap((part) => resolve(meta, part, value))];
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((below, step) => Reflect.get(Object(below), step), value);
}

/** Whether a rule allows values of this type. */
function allows({ $ref, type, const: only, enum: choices, anyOf }: Rule, value: unknown): boolean {
  if (only !== undefined) return only === value;
  if (choices) return choices.includes(value);
  if (anyOf && !anyOf.some((part) => allows(part, value))) return false;
  if (type === undefined) return $ref === undefined || typeof value === "object";
  return [type].flat().some((name) => name === typeOf(value) || (name === "number" && typeof value === "number"));
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return "array";
  if (Number.isInteger(value)) return "integer";
  return value === null ? "null" : typeof value;
}

/** Swaps two letters in the middle, or adds one. */
function misspell(word: string): string {
  const at = Math.floor(word.length / 2);
  const swapped = word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
  return at > 0 && swapped !== word ? swapped : `${word}x`;
}
