import type { SourceFile } from "../load.ts";
import type { Path } from "../problems.ts";

/** A real schema with one change. */
export interface Mutant {
  readonly kind: string;
  readonly source: SourceFile;
  /** The changed path, its old value and its new one. */
  readonly at: Path;
  readonly was: unknown;
  readonly now: unknown;
}

/** Keywords whose value is an object with names as keys instead of keywords. */
const NAMED = ["properties", "groups", "variants", "filters", "tabs", "legacyTables", "preset", "filter", "when"];
const ALSO_NAMED = [
  "requiredWhen",
  "formatWhen",
  "sameAs",
  "access",
  "requires",
  "defaultFilters",
  "dependentRequired",
  "where",
  "anyOf",
];
const NAMES_AS_KEYS = [...NAMED, ...ALSO_NAMED];

/** All mutants of a schema, in the order of the file. */
export function mutantsOf(source: SourceFile): Mutant[] {
  return visit(source.data, [], source);
}

function visit(value: unknown, path: Path, source: SourceFile): Mutant[] {
  const mutant = (kind: string, now: unknown, at = path, was = value): Mutant => ({ kind, source, at, was, now });
  if (typeof value === "string") return [mutant("a misspelt value", misspelt(value)), ...swapped(value, path, mutant)];
  if (typeof value === "number") return numbers(value, path).map((now) => mutant("a wrong bound or number", now));
  if (typeof value === "boolean") return [mutant("a value of another type", String(value))];
  if (typeof value !== "object" || value === null) return [];
  const members = Object.entries(value);
  if (Array.isArray(value)) {
    const fewer = path.at(-1) === "enum" && value.length > 1 ? [mutant("a missing target", value.slice(1))] : [];
    return [...fewer, ...value.flatMap((item, index) => visit(item, [...path, index], source))];
  }
  const isNamed = NAMES_AS_KEYS.includes(String(path.at(-1))) && path.at(-2) !== "properties";
  return members.flatMap(([key, member]) => {
    const here = [...path, key];
    const kind = isNamed ? "a misspelt name" : "a misspelt keyword";
    const gone = isNamed && path.at(-1) === "properties" ? [mutant("a missing target", GONE, here, key)] : [];
    const wrongDefault = key === "default" ? [mutant("a wrong default", { wrong: true }, here, member)] : [];
    return [mutant(kind, { key: misspelt(key) }, here, key), ...gone, ...wrongDefault, ...visit(member, here, source)];
  });
}

const GONE = { gone: true } as const;
const TYPES = ["string", "integer", "number", "boolean", "object", "array"];

function swapped(value: string, path: Path, mutant: (kind: string, now: unknown) => Mutant): Mutant[] {
  if (path.at(-1) !== "type" || path.at(-2) === "preset" || !TYPES.includes(value)) return [];
  return TYPES.filter((type) => type !== value).map((type) => mutant("a swapped type", type));
}

function numbers(value: number, path: Path): number[] {
  return path.at(-1) === "order"
    ? []
    : [value + 3_000_000_000, value - 3_000_000_000, value + 0.5, 0].filter((now) => now !== value);
}

/** With two letters swapped, or one added if that changes nothing. */
export function misspelt(word: string): string {
  const letters = [...word];
  const place = letters.findIndex((letter, index) => index > 0 && letter !== (letters[index + 1] ?? letter));
  if (place < 0) return `${word}q`;
  const [one = "", other = ""] = letters.slice(place, place + 2);
  return [...letters.slice(0, place), other, one, ...letters.slice(place + 2)].join("");
}

/** The mutated data. */
export function mutated({ source, at, now, kind }: Mutant): unknown {
  const data = structuredClone(source.data);
  const holder = at.slice(0, -1).reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], data);
  const members = holder as Record<string | number, unknown>;
  const last = at.at(-1) ?? "";
  if (now === GONE) delete members[last];
  else if (kind === "a misspelt name" || kind === "a misspelt keyword") {
    // In place: the order of properties is the order on screen.
    const entries = Object.entries(members);
    for (const [key] of entries) delete members[key];
    for (const [key, value] of entries) members[key === last ? (now as { key: string }).key : key] = value;
  } else members[last] = now;
  return data;
}

/** The changed word of a mutant, if it has one. */
export function wordOf({ now }: Mutant): string | undefined {
  if (typeof now === "string") return now;
  return typeof now === "object" && now !== null && "key" in now ? (now as { key: string }).key : undefined;
}
