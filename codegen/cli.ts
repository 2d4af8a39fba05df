import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { type Diagnostic, SchemaErrors } from "./diagnostics.ts";
import { emitHooks, emitSchemaErrors, emitSettings } from "./emit/fixed.ts";
import { compileTypes, emitRecordTypes } from "./emit/recordTypes.ts";
import { emitSchemaTypes } from "./emit/schemaTypes.ts";
import {
  compareFiles,
  emitCode,
  emitDocuments,
  emitModel,
  type FileChanges,
  mergeOutputs,
  toModel,
  writeFiles,
} from "./generate.ts";
import { loadSources, type SourceFile, type Sources } from "./load.ts";
import type { Model } from "./model.ts";

const outputFolder = (root: string) => join(root, "src/generated");

/** One run; "check" only compares. Returns whether it succeeded. */
export async function run(root: string, mode: "write" | "check"): Promise<boolean> {
  const started = performance.now();
  const loaded = catchSchemaErrors(() => {
    const sources = loadSources(root);
    return { sources, model: toModel(sources) };
  });
  if (!("model" in loaded)) return false;
  const { sources, model } = loaded;
  const files = mergeOutputs([emitModel(model), await recordTypes(root, model)]);
  if (mode === "write") return report(sources, files, [writeFiles(outputFolder(root), files)], started);
  const changed = changedFiles([compareFiles(outputFolder(root), files)]);
  if (changed.length === 0) return report(sources, files, [], started);
  const names = changed.map((name) => posix.join("src/generated", name));
  console.error(`stale: ${names.join(", ")}\n    run "npm run codegen"`);
  return false;
}

/** The types of records. Compiled ones are cached on disk: compiling all takes as long as everything else. */
async function recordTypes(root: string, model: Model): Promise<Map<string, string>> {
  const file = join(root, "node_modules/.cache/patchbay-types.json");
  const cached: Record<string, string> = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const used: Record<string, string> = {};
  const files = await emitRecordTypes(model, async (schema) => {
    used[schema] ??= cached[schema] ?? (await compileTypes(schema));
    return used[schema];
  });
  // A copy of the sources alone has no caches, and may be gone by now.
  if (existsSync(dirname(file))) writeFileSync(file, JSON.stringify(used));
  return files;
}

/**
 * Writes or checks the files that no schema changes: types of schemas and the list of errors in them, which follow from the
 * vocabulary, the settings, and the index of hooks. Returns whether it succeeded.
 */
export async function runVocabulary(root: string, mode: "write" | "check"): Promise<boolean> {
  const read = (name: string) => JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8"));
  const files = {
    "src/generated/vocabulary/keywords.gen.ts": await emitSchemaTypes(read("meta"), read("roles"), read("pages")),
    "docs/reference/schema-errors.md": emitSchemaErrors(),
    "docs/settings.md": emitSettings(),
    "src/platform/resources/index.gen.ts": emitHooks(root),
  };
  const isStale = ([name, text]: readonly [string, string]) => {
    const path = join(root, name);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  };
  const stale = Object.entries(files).filter(isStale);
  if (mode === "write") for (const [name, text] of stale) writeFileSync(join(root, name), text);
  else if (stale.length > 0)
    console.error(`stale: ${stale.map(([name]) => name).join(", ")}\n    run "npm run codegen"`);
  return mode === "write" || stale.length === 0;
}

/** The result of `generate`, or the schema errors after printing them. */
function catchSchemaErrors<Result>(generate: () => Result): Result | readonly Diagnostic[] {
  try {
    return generate();
  } catch (error) {
    if (!(error instanceof SchemaErrors)) throw error;
    console.error(error.message);
    return error.diagnostics;
  }
}

function report(
  { entities }: Sources,
  files: ReadonlyMap<string, string>,
  changes: readonly FileChanges[],
  started: number,
): true {
  const took = Math.round(performance.now() - started);
  console.log(`codegen: ${files.size} files, ${changedFiles(changes).length} changed, ${took} ms`);
  const guesses = guessesIn(entities);
  if (guesses.length > 0) console.log(`${guesses.length} guesses to confirm or fix:\n${guesses.join("\n")}`);
  return true;
}

/** Marks what `npm run resource -- guess` was not sure about. */
const MARK = "guess: ";

/** `file:line #pointer: what was guessed` for every remaining mark. */
export function guessesIn(entities: readonly SourceFile[]): string[] {
  return entities.flatMap((source) => guessesBelow(source.data, [], source));
}

function guessesBelow(value: unknown, path: readonly string[], source: SourceFile): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (key !== "$comment" || typeof member !== "string") return guessesBelow(member, [...path, key], source);
    const { file, line, pointer } = source.at(path);
    return member.startsWith(MARK) ? [`${file}:${line} #${pointer}: ${member}`] : [];
  });
}

function changedFiles(changes: readonly FileChanges[]): string[] {
  return changes.flatMap(({ written, removed }) => [...written, ...removed]);
}

/**
 * Runs again on every change of a schema or message. After a schema error it waits for the next change. `onRun` gets
 * the errors as soon as the code is written, before the documents. Returns a function that stops watching.
 */
export function watchSources(root: string, onRun: (diagnostics: readonly Diagnostic[]) => void = () => {}): () => void {
  let isStopped = false;
  let loaded: Sources | undefined;
  /** The types of records are for the editor, and come after all else. */
  let pendingTypes = Promise.resolve();
  /** Undefined for the second event of one change. After an error, undoing the change counts as a change again. */
  const loadChanged = () => {
    const previous = loaded;
    loaded = undefined;
    loaded = loadSources(root);
    return isDeepStrictEqual(loaded, previous) ? undefined : loaded;
  };
  const regenerate = () => {
    const started = performance.now();
    const sources = loadChanged();
    if (!sources) return true;
    const model = toModel(sources);
    const code = emitCode(model);
    const first = writeFiles(outputFolder(root), code);
    onRun([]);
    const files = mergeOutputs([code, emitDocuments(model)]);
    pendingTypes = pendingTypes.then(async () => {
      if (isStopped) return;
      const types = await recordTypes(root, model);
      if (!isStopped) writeFiles(outputFolder(root), types);
    });
    return report(sources, files, [first, writeFiles(outputFolder(root), files)], started);
  };
  const rerun = () => {
    // Deleting the folder is not a change.
    if (isStopped) return;
    const outcome = catchSchemaErrors(regenerate);
    if (outcome !== true) onRun(outcome);
  };
  const watchers = ["schemas", "i18n"].map((folder) => watch(join(root, folder), { recursive: true }, rerun));
  rerun();
  return () => {
    isStopped = true;
    for (const watcher of watchers) watcher.close();
  };
}
