import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compiledCli } from "../codegen/compiled.mjs";
import { generate } from "../codegen/generate.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;

/** Full and unchanged runs are whole processes; the warm run is what --watch does after a change. */
export async function benchCodegen(): Promise<Figure[]> {
  const full = median(repeat(() => runOnce(true)));
  const unchanged = median(repeat(() => runOnce(false)));
  generate(root);
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    generate(root);
    warm.push(performance.now() - started);
  }
  const figure = (name: string, value: number, seconds: number): Figure => ({
    name,
    ours: milliseconds(value),
    value: value / 1000,
    bound: { atMost: seconds },
  });
  return [
    figure("codegen of all schemas, seconds", full, 1),
    figure("codegen with nothing changed, seconds", unchanged, 0.2),
    figure("codegen in watch mode, seconds", median(warm), 0.2),
    figure("from a changed schema to its generated code, seconds", median(await watchLatencies()), 0.2),
  ];
}

/** Milliseconds from saving a schema to generated code on disk under `npm run dev`, in a copy of the project. */
async function watchLatencies(): Promise<number[]> {
  const copy = mkdtempSync(join(tmpdir(), "patchbay-codegen-"));
  for (const folder of ["schemas", "i18n"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  const path = join(copy, "schemas/entities/domains.schema.json");
  const generated = join(copy, "src/generated/about.gen.ts");
  let onRun = () => {};
  const { watchSources } = await compiledCli();
  const stop = watchSources(copy, () => onRun());
  /** Waits until the file contains the text; a watcher may report one change several times. */
  const until = (text: string) =>
    new Promise<void>((resolve) => {
      onRun = () => {
        if (readFileSync(generated, "utf8").includes(text)) resolve();
      };
    });
  const latencies: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Let the watcher finish writing the documents of the last change.
    await setTimeout(500);
    const text = `round ${round}`;
    const done = until(text);
    const started = performance.now();
    writeFileSync(path, readFileSync(path, "utf8").replace(/"description": "[^"]*"/, `"description": "${text}"`));
    await done;
    latencies.push(performance.now() - started);
  }
  stop();
  rmSync(copy, { recursive: true });
  return latencies;
}

function repeat(measure: () => number): number[] {
  return Array.from({ length: ROUNDS }, measure);
}

function runOnce(forget: boolean): number {
  if (forget) rmSync(`${root}/node_modules/.cache/patchbay-codegen`, { force: true });
  const started = performance.now();
  spawnSync("node", ["codegen/run.mjs"], { cwd: root });
  return performance.now() - started;
}
