import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { MISTAKES, type Mutation, mutationsOf } from "./__fixtures__/mutations.ts";
import { type Diagnostic, SchemaErrors } from "./diagnostics.ts";
import { anyNames, emitEditorNames } from "./editorNames.ts";
import { toModel } from "./generate.ts";
import { loadSources, parseSource, type Sources } from "./load.ts";
import { validateAgainstMeta } from "./validate.ts";

/**
 * Mistakes that nobody can know to be one: keywords whose misspelt word leaves a schema that says something else. Never to grow:
 * a keyword that names something is checked.
 */
const LEGAL: Readonly<Record<string, readonly string[]>> = {
  "sentences for people": [
    "description",
    "property.description",
    "member.description",
    "resource.visibilityNote",
    "resource.unscoped",
    "resource.clone.suffix",
  ],
  "names and addresses that the schema gives": [
    "title",
    "property.properties.*",
    "resource.route",
    "resource.createPath",
    "resource.parent.path",
    "resource.variants.*.path",
    "resource.tabs.*",
    "tab.aliases.*",
    // Some tabs are those of code.
    "resource.tabActions.*",
    "resource.calendar.file",
    "resource.childPreferences.parameter",
    "resource.csv.uploadPath",
    "resource.csv.fileName",
    "field.file.download",
    "field.file.typeParameter",
  ],
  "addresses and filters of the older panel": [
    "resource.legacyTables.*",
    "resource.legacyTables.*.condition",
    "resource.csv.legacyPath",
    "tab.legacyPath",
  ],
};

const root = process.env.PATCHBAY_ROOT ?? process.cwd();
const sources = loadSources(root);
const mutations = mutationsOf(
  sources.meta.data as object,
  sources.entities.map(({ data }) => data as object),
);

/** The sources with mistakes in some schemas. */
function withMistakes(made: readonly Mutation[]): Sources {
  const entities = [...sources.entities];
  for (const { schema, text } of made) entities[schema] = parseSource(text, fileOf(schema));
  return { ...sources, entities };
}

function fileOf(schema: number): string {
  return sources.entities[schema]?.file ?? "";
}

function errorsOf(wrong: Sources): readonly Diagnostic[] {
  try {
    toModel(wrong);
    return [];
  } catch (error) {
    if (error instanceof SchemaErrors) return error.diagnostics;
    throw error;
  }
}

/** Whether an error is about the mistake: at its place or that of its holder, or with its word. */
function isAbout({ schema, path, words }: Mutation, { file, pointer, message }: Diagnostic): boolean {
  const name = fileOf(schema).replace(/^.*\/(\w+)\..*$/, "$1");
  if (!file.includes(`/${name}.`)) return false;
  const steps = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`);
  const isHere = pointer.startsWith(steps.join("")) || pointer === steps.slice(0, -1).join("");
  return isHere || words.some((word) => message.includes(`"${word}"`) || message.includes(`.${word}"`));
}

/** Errors that the meta-schema alone finds. */
function validationErrors({ text, schema }: Mutation): readonly Diagnostic[] {
  const entities = [parseSource(text, fileOf(schema))];
  return validateAgainstMeta({ ...sources, entities }).diagnostics;
}

/** Mistakes that no error is about. Those that only the model shows are tried many at a time, one in each schema. */
function unnoticed(): Mutation[] {
  const valid = mutations.filter((mutation) => validationErrors(mutation).length === 0);
  const rounds: Mutation[][] = [];
  for (const mutation of valid) {
    const round = rounds.find((made) => !made.some(({ schema }) => schema === mutation.schema));
    if (round) round.push(mutation);
    else rounds.push([mutation]);
  }
  return rounds.flatMap((made) => {
    const errors = errorsOf(withMistakes(made));
    return made.filter((mutation) => !errors.some((error) => isAbout(mutation, error)));
  });
}

const legal = Object.values(LEGAL).flat();
const left = unnoticed();

it("97 of 100 mistakes are refused with file and line; the others are known", () => {
  const unknown = left.filter(({ kind, keyword }) => !kind.startsWith("misspelt") || !legal.includes(keyword));
  expect(
    unknown.map(({ kind, keyword, schema, path }) => `${kind} ${keyword}: ${fileOf(schema)} ${path.join("/")}`),
  ).toEqual([]);
  expect(left.length / mutations.length).toBeLessThan(0.03);
  expect(legal.length).toBeLessThanOrEqual(25);
});

it("every kind of mistake is made, at every keyword of the vocabulary", () => {
  const counts = Object.fromEntries([...new Set(mutations.map(({ kind }) => kind))].map((kind) => [kind, 0]));
  for (const { kind } of mutations) counts[kind] = (counts[kind] ?? 0) + 1;
  expect(Object.keys(counts)).toEqual(Object.keys(MISTAKES));
  expect(mutations.length).toBeGreaterThan(1000);
});

it("an editor sees 65 in 100 of them by the meta-schema and the names that exist, and 85 with keys written twice", () => {
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  const names = emitEditorNames(toModel(sources)).get("names.schema.json") ?? "";
  ajv.addSchema({ ...JSON.parse(names), $id: anyNames.$id });
  const isValid = ajv.compile(sources.meta.data as object);
  expect(sources.entities.filter(({ data }) => !isValid(data)).map(({ file }) => file)).toEqual([]);
  const unseen = mutations.filter(({ text }) => isValid(JSON.parse(text)));
  const danglingName = unseen.filter(({ keyword }) => /\b(?:resource|referenceMany|settingsOf|\$ref)$/.test(keyword));
  expect(danglingName.filter(({ kind }) => kind === "misspelt value")).toEqual([]);
  expect(unseen.length / mutations.length).toBeLessThan(0.35);
  expect(unseen.filter(({ kind }) => kind !== "doubled").length / mutations.length).toBeLessThan(0.15);
});

it("no error tells the vocabulary's documentation", () => {
  const sentences = new Set(JSON.stringify(sources.meta.data).match(/(?<="description":")(?:[^"\\\\]|\\\\.)+/g));
  const texts = mutations.flatMap((mutation) => validationErrors(mutation)).map(({ expected }) => expected ?? "");
  expect(texts.filter((text) => sentences.has(text))).toEqual([]);
});
