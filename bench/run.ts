// npm run bench [-- <scenario> [--rows <number>]]: prints one table, and ends with status 1 where a bound is missed.
import { fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { answerHelp, ensureBuilt, ensureGenerated } from "../scripts/toolchain.mjs";
import { devices } from "./devices.ts";
import { growth } from "./growth.ts";
import { million } from "./million.ts";
import { nodes } from "./nodes.ts";
import { clicks, cold, javascript } from "./panel.ts";
import { codegen, memory, start } from "./product.ts";
import { embedded, requests } from "./requests.ts";
import { formatTable, type Line, measure, type Scenario } from "./scenario.ts";
import { bulk, cascade, csv, waits } from "./writes.ts";

const scenarios: readonly Scenario[] = [
  ...[start, memory, javascript, clicks, cold, requests, embedded, million],
  ...[codegen, bulk, cascade, csv, waits, devices, nodes, growth],
];

/** Former names, and the scenario that has what they measured; all others are tests or no longer measured. */
const replaced: Readonly<Record<string, string>> = {
  ...{ bundle: "javascript", screens: "clicks", platform: "requests", contacts: "requests", lists: "million" },
  ...{ searches: "million", calls: "growth", fees: "csv", cascades: "cascade" },
};
/** Former settings of sizes. */
const settings = ["LISTS", "SEARCHED", "SEARCHED_EMBEDDED", "CALLS", "ROWS"];

function complain(text: string): never {
  console.error(text);
  process.exit(2);
}

answerHelp(`
usage: npm run bench [-- <scenario> [--rows <number>]]

Measures one scenario, or all; ends with status 1 where a bound is missed. docs/benchmarks.md has the figures.
Scenarios: ${scenarios.map(({ name }) => name).join(", ")}
`);
const { positionals, values } = parseArgs({ allowPositionals: true, options: { rows: { type: "string" } } });
const [name, ...further] = positionals;
const named = scenarios.find((scenario) => scenario.name === name);
if (name && !named) {
  const now = Object.hasOwn(replaced, name) ? replaced[name] : undefined;
  const names = scenarios.map((known) => known.name).join(", ");
  complain(now ? `${name} is part of ${now} now: npm run bench -- ${now}` : `no scenario ${name}; there are: ${names}`);
}
if (further.length > 0) complain("name one scenario, or none for all");
const setting = settings.find((known) => process.env[known] !== undefined);
if (setting) complain(`${setting} is no longer read: use --rows, as in npm run bench -- million --rows 100000`);
const rows = values.rows === undefined ? named?.rows : Number(values.rows);
if (values.rows !== undefined && (!named?.rows || !Number.isSafeInteger(rows) || Number(rows) < 1000))
  complain(
    `--rows needs a number from 1000, and one of: ${scenarios.flatMap((known) => (known.rows ? known.name : [])).join(", ")}`,
  );

if (named && process.send) {
  process.send(await measure(named, rows));
  process.disconnect();
} else {
  ensureGenerated();
  ensureBuilt();
  const started = performance.now();
  const lines: Line[] = [];
  for (const each of named ? [named] : scenarios.filter(({ isAlone }) => !isAlone))
    lines.push(...(await measureApart(each)));
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  const missed = lines.filter(({ isMissed }) => isMissed).length;
  console.log(`${formatTable(lines)}\n\n${minutes} min, ${machine}; ${missed || "no"} bounds missed`);
  process.exitCode = missed > 0 ? 1 : 0;
}

/** In a process of its own, so that memory is not shared and a crash does not stop the rest. */
async function measureApart(each: Scenario): Promise<Line[]> {
  const child = fork(process.argv[1] ?? "", [each.name, ...(values.rows ? [`--rows=${values.rows}`] : [])]);
  let lines: Line[] = [{ cells: [each.name, "", "", "", "", "", "FAILED"], isMissed: true }];
  child.on("message", (measured: Line[]) => {
    lines = measured;
  });
  const started = performance.now();
  await once(child, "exit");
  console.error(`${each.name}: ${Math.round((performance.now() - started) / 1000)} s`);
  return lines;
}
