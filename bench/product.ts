import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { compiledCli } from "../codegen/compiled.mjs";
import { ensureBuilt, ensureGenerated } from "../scripts/toolchain.mjs";
import { seedDemonstration } from "../src/platform/seed/demonstration.ts";
import { startServer } from "../tests/support/server.ts";
import { measureMs, median, scenario } from "./scenario.ts";
import { load, makeFolder, type Request, replace, startPlatform } from "./support.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const quiet = { cwd: root, stdio: "ignore" } as const;

/** The work of `npm start` until the product answers, without installing: a benchmark never touches node_modules. */
export const start = scenario({
  name: "start",
  setup: makeFolder,
  run: async (dataDir) => {
    const seconds: number[] = [];
    for (let round = 0; round < 4; round++) {
      let stop = async () => {};
      const ms = await measureMs(async () => {
        ensureGenerated();
        ensureBuilt();
        const server = await startServer({ dataDir });
        stop = server.stop;
        const { status } = await fetch(`${server.url}/health`);
        if (status !== 200) throw new Error(`/health returned ${status}`);
      });
      await stop();
      seconds.push(ms / 1000);
    }
    return { "on an empty folder": seconds[0] ?? 0, later: median(seconds.slice(1)) };
  },
  unit: "s",
  bound: { "on an empty folder": { atMost: 120 }, later: { atMost: 5 } },
});

/** The server with its embedded database and child processes. */
export const memory = scenario({
  name: "memory",
  // Filled by another process, as most starts are later ones.
  setup: (after) => startPlatform(after, "embedded", seedDemonstration),
  run: async (platform) => {
    const idle = memoryOf(platform.pid ?? 0);
    await load(platform, mixedRequests(), { amount: 10_000 });
    return { idle, "after 10,000 requests": memoryOf(platform.pid ?? 0) };
  },
  unit: "MB",
  bound: { "after 10,000 requests": { atMost: 400 } },
});

/** Resident memory of a process and its children in MB; shared pages count for each. */
function memoryOf(server: number): number {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const below = (id: number): number =>
    rows.reduce((sum, [pid = 0, parent, size = 0]) => (parent === id ? sum + size / 1024 + below(pid) : sum), 0);
  return (rows.find(([pid]) => pid === server)?.[2] ?? Number.NaN) / 1024 + below(server);
}

/** Lists, searches, single records and changes of the demonstration. */
function mixedRequests(): Request[] {
  const get = (path: string): Request => ({ method: "GET", path: `/api/${path}` });
  const change = (id: number) => replace(`/api/subscribers/${id}`, "display_name", "Bench <n>");
  const perRecord = Array.from({ length: 100 }, (_, index) => [get(`subscribers/${index + 1}`), change(index + 1)]);
  const lists = ["subscribers", "customers", "billingprofiles", "domains", "contracts", "customercontacts"];
  return [
    ...perRecord.flat(),
    ...lists.flatMap((name) => [1, 2, 3].map((page) => get(`${name}/?page=${page}&rows=25`))),
    ...lists.map((name) => get(`${name}/?page=1&rows=100&order_by=id&order_by_direction=desc`)),
    get("subscribers/?username=*1*&rows=50"),
    get("customers/?expand=contact_id&rows=50"),
  ];
}

/** Whole processes, and what `npm run dev` does from a saved schema to its generated code, in a copy of the schemas. */
export const codegen = scenario({
  name: "codegen",
  setup: async (after) => {
    const copy = await makeFolder(after);
    for (const folder of ["schemas", "i18n"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    const watched = { copy, round: 0, onRun: () => {} };
    const { watchSources } = await compiledCli();
    after(watchSources(copy, () => watched.onRun()));
    return watched;
  },
  run: async (watched) => {
    rmSync(join(root, "node_modules/.cache/patchbay-codegen"), { force: true });
    const complete = await measureMs(() => execFileSync("node", ["codegen/run.mjs"], quiet));
    const unchanged = await measureMs(() => execFileSync("node", ["codegen/run.mjs"], quiet));
    const types = await measureMs(() => execFileSync("npx", ["tsc", "--noEmit"], quiet));
    // Let the watcher finish writing the documents of the last change.
    await pause(500);
    const watch = await measureMs(() => changeSchema(watched));
    const seconds = {
      "all schemas": complete,
      "nothing changed": unchanged,
      "in watch mode": watch,
      "warm type check": types,
    };
    return Object.fromEntries(Object.entries(seconds).map(([name, ms]) => [name, ms / 1000]));
  },
  unit: "s",
  bound: {
    "all schemas": { atMost: 1 },
    "nothing changed": { atMost: 0.2 },
    "in watch mode": { atMost: 0.2 },
    "warm type check": { atMost: 8 },
  },
  rounds: 5,
});

/** Resolves once the generated code has it: a watcher may report one change several times. */
function changeSchema(watched: { readonly copy: string; round: number; onRun: () => void }): Promise<void> {
  const path = join(watched.copy, "schemas/resources/domains.schema.json");
  const text = `round ${watched.round++}`;
  return new Promise((resolve) => {
    watched.onRun = () => {
      if (readFileSync(join(watched.copy, "src/generated/about.gen.ts"), "utf8").includes(text)) resolve();
    };
    writeFileSync(path, readFileSync(path, "utf8").replace(/"description": "[^"]*"/, `"description": "${text}"`));
  });
}
