import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate } from "../codegen/generate.ts";
import { type Figure, median, milliseconds } from "./report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const ROUNDS = 5;

/** Whole processes for full and unchanged; the warm rerun is what --watch does after a change. */
export async function benchCodegen(): Promise<Figure[]> {
  const full = median(repeat(() => runOnce(true)));
  const unchanged = median(repeat(() => runOnce(false)));
  await generate(root);
  const warm: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    await generate(root);
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
  ];
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
