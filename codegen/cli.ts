import { watch } from "node:fs";
import { join, posix } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { emitModel, toModel } from "./generate.ts";
import { guessesIn } from "./guesses.ts";
import { loadSources, type Sources } from "./load.ts";
import { type Problem, SchemaProblems } from "./problems.ts";
import type { ShapeCompiler } from "./shapes.mjs";
import { compare, write } from "./write.ts";

/** One run: "check" compares only; `compile` writes the types elsewhere. Returns true when all is well. */
export async function run(root: string, mode: "write" | "check", compile?: ShapeCompiler): Promise<boolean> {
  const outcome = await attempt(root, mode, () => loadSources(root), compile);
  return outcome === "fresh";
}

/** What was wrong with the schemas, or how the generated files are now; "same" when `load` finds nothing new. */
async function attempt(
  root: string,
  mode: "write" | "check",
  load: () => Sources | undefined,
  compile?: ShapeCompiler,
): Promise<"fresh" | "stale" | "same" | readonly Problem[]> {
  const folder = join(root, "src/generated");
  const started = performance.now();
  try {
    const sources = load();
    if (!sources) return "same";
    const files = await emitModel(toModel(sources), compile);
    const { written, removed } = (mode === "check" ? compare : write)(folder, files);
    const changed = [...written, ...removed];
    const took = `${Math.round(performance.now() - started)} ms`;
    if (mode === "check" && changed.length > 0) {
      console.error(
        `stale: ${changed.map((name) => posix.join("src/generated", name)).join(", ")}\n    run "npm run codegen"`,
      );
      return "stale";
    }
    console.log(`codegen: ${files.size} files, ${changed.length} changed, ${took}`);
    const guesses = guessesIn(sources.entities);
    if (guesses.length > 0) console.log(`${guesses.length} guesses to confirm or mend:\n${guesses.join("\n")}`);
    return "fresh";
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    console.error(error.message);
    return error.problems;
  }
}

/**
 * Runs again whenever a schema or a message changes; a wrong schema is told and waited for. `onRun` gets what is wrong
 * after each run. Returns the way to stop.
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
  const rerun = async () => {
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      const outcome = await attempt(root, "write", loadNews);
      if (outcome !== "same") onRun(typeof outcome === "string" ? [] : outcome);
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
