import { existsSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Diagnostic } from "./diagnostics.ts";
import { emitDeviations, emitHooks, emitPlatforms, emitSchemaErrors, emitSettings } from "./emit/fixed.ts";
import { emitSchemaTypes } from "./emit/schemaTypes.ts";
import {
  catchSchemaErrors,
  emitCode,
  emitDocuments,
  mergeOutputs,
  outputFolder,
  recordTypes,
  report,
  toModel,
  writeFiles,
} from "./generate.ts";
import { loadSources, type Sources } from "./load.ts";

export { run } from "./generate.ts";

/**
 * Writes or checks the files that no schema changes: types of schemas and the list of errors in them, which follow from the
 * vocabulary, the settings, and the index of hooks. Returns whether it succeeded.
 */
export async function runVocabulary(root: string, mode: "write" | "check"): Promise<boolean> {
  const read = (name: string) => JSON.parse(readFileSync(join(root, `schemas/${name}.schema.json`), "utf8"));
  const files = {
    "src/generated/vocabulary/keywords.gen.ts": await emitSchemaTypes(read("meta"), read("roles"), read("pages")),
    "docs/reference/schema-errors.md": emitSchemaErrors(),
    "docs/reference/deviations.md": emitDeviations(root),
    "docs/settings.md": emitSettings(),
    "docs/platforms.md": emitPlatforms(),
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
      const types = await recordTypes(model);
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
