import { watch } from "node:fs";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { emitCode, emitDocuments, emitModel, inOrder, toModel } from "./generate.ts";
import { guessesIn } from "./guesses.ts";
import { loadSources, type Sources } from "./load.ts";
import { type Problem, SchemaProblems } from "./problems.ts";
import type { ShapeCompiler } from "./shapes.mjs";
import { type Changes, compare, write } from "./write.ts";

const folderIn = (root: string) => join(root, "src/generated");

/** One run: "check" compares only; `compile` writes the types elsewhere. Returns true when all is well. */
export async function run(root: string, mode: "write" | "check", compile?: ShapeCompiler): Promise<boolean> {
  const started = performance.now();
  const outcome = await orProblems(async () => {
    const sources = loadSources(root);
    const files = await emitModel(toModel(sources), compile);
    if (mode === "write") return report(sources, files, [write(folderIn(root), files)], started);
    const changed = namesOf([compare(folderIn(root), files)]);
    if (changed.length === 0) return report(sources, files, [], started);
    const names = changed.map((name) => posix.join("src/generated", name));
    console.error(`stale: ${names.join(", ")}\n    run "npm run codegen"`);
    return false;
  });
  return outcome === true;
}

/** What `work` returns, or what is wrong with the schemas, which is told. */
async function orProblems<Result>(work: () => Promise<Result>): Promise<Result | readonly Problem[]> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    console.error(error.message);
    return error.problems;
  }
}

function report(
  { entities }: Sources,
  files: ReadonlyMap<string, string>,
  changes: readonly Changes[],
  started: number,
): true {
  const took = Math.round(performance.now() - started);
  console.log(`codegen: ${files.size} files, ${namesOf(changes).length} changed, ${took} ms`);
  const guesses = guessesIn(entities);
  if (guesses.length > 0) console.log(`${guesses.length} guesses to confirm or mend:\n${guesses.join("\n")}`);
  return true;
}

function namesOf(changes: readonly Changes[]): string[] {
  return changes.flatMap(({ written, removed }) => [...written, ...removed]);
}

/**
 * Runs again whenever a schema or a message changes; a wrong schema is told and waited for. `onRun` gets what is wrong,
 * as soon as the code is written: the documents, which nobody waits for, come after it. Returns the way to stop.
 */
export function watchSources(root: string, onRun: (problems: readonly Problem[]) => void = () => {}): () => void {
  let isRunning = false;
  let isStale = false;
  let known: Sources | undefined;
  /** One change is often told twice; what is wrong is not known, so that what was there before is news again. */
  const loadNews = () => {
    const before = known;
    known = undefined;
    known = loadSources(root);
    return isDeepStrictEqual(known, before) ? undefined : known;
  };
  const regenerate = async () => {
    const started = performance.now();
    const sources = loadNews();
    if (!sources) return true;
    const model = toModel(sources);
    const code = await emitCode(model);
    const first = write(folderIn(root), code);
    onRun([]);
    const files = inOrder([code, emitDocuments(model)]);
    return report(sources, files, [first, write(folderIn(root), files)], started);
  };
  const rerun = async () => {
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      const outcome = await orProblems(regenerate);
      if (outcome !== true) onRun(outcome);
    } while (isStale);
    isRunning = false;
  };
  const watchers = ["schemas", "i18n"].map((folder) =>
    watch(join(root, folder), { recursive: true }, () => void rerun()),
  );
  void rerun();
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
