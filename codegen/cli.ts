import { watch } from "node:fs";
import { join, posix } from "node:path";
import { generate } from "./generate.ts";
import { SchemaProblems } from "./problems.ts";
import { compare, write } from "./write.ts";

/** One run: "check" compares only. Returns true when all is well. */
export async function run(root: string, mode: "write" | "check"): Promise<boolean> {
  const folder = join(root, "src/generated");
  const started = performance.now();
  try {
    const files = await generate(root);
    const { written, removed } = (mode === "check" ? compare : write)(folder, files);
    const changed = [...written, ...removed];
    const took = `${Math.round(performance.now() - started)} ms`;
    if (mode === "check" && changed.length > 0) {
      console.error(
        `stale: ${changed.map((name) => posix.join("src/generated", name)).join(", ")}\n    run "npm run codegen"`,
      );
      return false;
    }
    console.log(`codegen: ${files.size} files, ${changed.length} changed, ${took}`);
    return true;
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    console.error(error.message);
    return false;
  }
}

/** Runs again whenever a schema or a message changes; a wrong schema is told and waited for. */
export function watchSources(root: string): void {
  let isRunning = false;
  let isStale = false;
  const rerun = async () => {
    if (isRunning) {
      isStale = true;
      return;
    }
    isRunning = true;
    do {
      isStale = false;
      await run(root, "write");
    } while (isStale);
    isRunning = false;
  };
  for (const folder of ["schemas", "i18n"]) watch(join(root, folder), { recursive: true }, () => void rerun());
  void rerun();
}
