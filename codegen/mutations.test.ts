import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect, it } from "vitest";
import { entriesOf, exampleOf } from "../src/core/rulebook/ruleExamples.ts";
import { type Mutant, mutantsOf, mutated, wordOf } from "./__fixtures__/mutate.ts";
import { toFieldDescriptor } from "./emit/descriptors.ts";
import { compiledRules } from "./emit/validators.ts";
import { toModel } from "./generate.ts";
import { loadSources, type SourceFile } from "./load.ts";
import type { FieldModel, Model } from "./model.ts";
import { type Problem, SchemaProblems } from "./problems.ts";

/** Number of mutants to test; `MUTANTS=all` tests every one. */
const COUNT = process.env.MUTANTS ?? "300";
const SEED = 13;
/** Mutants per run of codegen, each in another file. */
const PER_RUN = 25;

const sources = loadSources(fileURLToPath(new URL("..", import.meta.url)));
const before = toModel(sources);

/** Keywords whose value can change without an error, with the reason. */
const LEGAL: Readonly<Record<string, string>> = {
  description: "text for readers",
  $comment: "text for readers",
  title: "another type name",
  rows: "text for readers",
  unscoped: "text for readers",
  reservedName: "text for readers",
  record: "text between fields of a title",
  suffix: "another suffix of copies",
  route: "another path",
  path: "another path",
  createPath: "another path",
  older: "another route of the older panel",
  aliases: "another path",
  file: "another file name",
  download: "another path",
  parameter: "another parameter name",
  preferences: "another page name",
  narrow: "another name in a hook",
  default: "another valid value",
  enum: "another value that nothing else uses",
  values: "another value",
  label: "text for readers",
};

/** Keywords whose keys can change without an error. */
const LEGAL_NAMES: Readonly<Record<string, string>> = {
  properties: "a field of another name that nothing else uses",
  filters: "a filter of another name that nothing else uses",
  groups: "a group of another name that nothing else uses",
  variants: "a variant of another name that nothing else uses",
  tabs: "a tab at another path",
  bulk: "a bulk action of another name",
  legacyTables: "another path",
};

/** Numbers that can change without an error if all defaults and demonstration records remain valid. */
const LEGAL_NUMBERS: Readonly<Record<string, string>> = {
  minimum: "another bound",
  maximum: "another bound",
  minLength: "another bound",
  maxLength: "another bound",
  minItems: "another bound",
  maxItems: "another bound",
  perPage: "another page size",
  enum: "another value that nothing else uses",
  default: "another valid value",
  order: "another place in the menu",
};

interface Outcome {
  readonly mutant: Mutant;
  /** Errors of codegen; empty if it accepts the mutant. */
  readonly problems: readonly Problem[];
  readonly model?: Model;
}

const asSource = (mutant: Mutant): SourceFile => ({ ...mutant.source, data: mutated(mutant) });

function compile(mutants: readonly Mutant[]): Omit<Outcome, "mutant"> {
  const entities = sources.entities.map((source) => {
    const mutant = mutants.find((one) => one.source === source);
    return mutant ? asSource(mutant) : source;
  });
  try {
    return { problems: [], model: toModel({ ...sources, entities }) };
  } catch (error) {
    if (error instanceof SchemaProblems) return { problems: error.problems };
    throw error;
  }
}

/** Whether a problem is certainly this mutant's: it has the same path, or quotes the changed word. */
function isAbout({ source, at, ...mutant }: Mutant, { file, pointer, message }: Problem): boolean {
  if (file !== source.file) return false;
  const word = wordOf({ source, at, ...mutant });
  if (word !== undefined && word !== "" && message.includes(JSON.stringify(word))) return true;
  return pointer === `/${at.join("/")}`;
}

function outcomesOf(mutants: readonly Mutant[]): Outcome[] {
  const rest = [...mutants];
  const outcomes: Outcome[] = [];
  while (rest.length > 0) {
    const files = new Set<SourceFile>();
    const batch = rest.filter(({ source }) => {
      if (files.size >= PER_RUN || files.has(source)) return false;
      files.add(source);
      return true;
    });
    for (const mutant of batch) rest.splice(rest.indexOf(mutant), 1);
    outcomes.push(...outcomesTogether(batch));
  }
  return outcomes;
}

/** Of mutants in different files. */
function outcomesTogether(batch: readonly Mutant[]): Outcome[] {
  const { problems } = compile(batch);
  const found = batch
    .map((mutant) => ({ mutant, problems: problems.filter((problem) => isAbout(mutant, problem)) }))
    .filter(({ problems }) => problems.length > 0);
  const others = batch.filter((mutant) => !found.some((one) => one.mutant === mutant));
  // Without those whose problems kept codegen from checking the others; at last each alone.
  const isSettled = found.length === 0 || others.length === 0;
  return [
    ...found,
    ...(isSettled ? others.map((mutant) => ({ mutant, ...compile([mutant]) })) : outcomesTogether(others)),
  ];
}

/** Why an accepted schema is valid; undefined if it should not be. */
function reasonFor({ mutant: { kind, at, source }, model }: Outcome): string | undefined {
  const resource = model?.resources.find((one) => one.source.file === source.file);
  const old = before.resources.find((one) => one.source.file === source.file);
  if (!model || !resource || !old) return undefined;
  const { fields } = resource;
  const { validate } = compiledRules(resource, Object.keys(model.formats));
  const record = Object.fromEntries(fields.filter(isFilledIn).map((field) => [field.name, valueFor(field)]));
  validate(record);
  if ((validate.errors ?? []).some(({ keyword }) => keyword !== "required")) return undefined;
  const isSame = JSON.stringify(withoutPlaces(resource)) === JSON.stringify(withoutPlaces(old));
  if (isSame && JSON.stringify(fields.map(toFieldDescriptor)) === JSON.stringify(old.fields.map(toFieldDescriptor)))
    return "the same as before";
  const words = at.filter((step) => typeof step === "string");
  if (words.includes("legacyTables")) return "another name in a legacy table";
  if (kind === "a value of another type")
    return words.includes("filter") ? "a query parameter, which is a string" : undefined;
  if (kind === "a misspelt name" || kind === "a missing target")
    return LEGAL_NAMES[String(at.at(-2))] ?? LEGAL[words.at(-1) ?? ""];
  if (kind === "a wrong bound or number") return LEGAL_NUMBERS[words.at(-1) ?? ""];
  if (kind === "a swapped type") return "a field of another type that nothing else depends on";
  return LEGAL[words.at(-1) ?? ""];
}

function withoutPlaces({ source: _, fields: __, schema: ___, x, ...rest }: Model["resources"][number]): object {
  return { ...rest, x };
}

function isFilledIn({ readOnly, internal, file }: FieldModel): boolean {
  return !readOnly && !internal && !file;
}

/** A value that the schema must accept. */
function valueFor(field: FieldModel): unknown {
  const descriptor = toFieldDescriptor(field);
  if (field.schema.type !== "array") return exampleOf(descriptor);
  return entriesOf(descriptor, Math.max(field.schema.minItems ?? 0, 1));
}

it("rejects every mutant of the real schemas that is not valid", () => {
  const all = sources.entities.flatMap(mutantsOf);
  const count = COUNT === "all" ? all.length : Number(COUNT);
  const chosen =
    count >= all.length
      ? all
      : (fc.sample(fc.shuffledSubarray(all, { minLength: count, maxLength: count }), { seed: SEED, numRuns: 1 })[0] ??
        []);
  const counts = new Map<string, { rejected: number; accepted: Map<string, number> }>();
  const unexplained: string[] = [];
  for (const outcome of outcomesOf(chosen)) {
    const { kind, source, at, was, now } = outcome.mutant;
    const count = counts.get(kind) ?? { rejected: 0, accepted: new Map() };
    counts.set(kind, count);
    if (outcome.problems.length > 0) {
      count.rejected += 1;
      continue;
    }
    const reason = reasonFor(outcome);
    if (reason) count.accepted.set(reason, (count.accepted.get(reason) ?? 0) + 1);
    else unexplained.push(`${source.file} ${at.join(".")}: ${JSON.stringify(was)} -> ${JSON.stringify(now)} (${kind})`);
  }
  const lines = [...counts].sort().map(([kind, { rejected, accepted }]) => {
    const reasons = [...accepted].map(([reason, number]) => `${number} ${reason}`).join(", ");
    return `${kind}: ${rejected} rejected${reasons && `; valid: ${reasons}`}`;
  });
  console.log(`${chosen.length} of ${all.length} mutants\n${lines.join("\n")}`);
  expect(unexplained).toEqual([]);
});
