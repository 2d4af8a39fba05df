import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ensureBuilt, ensureGenerated } from "../scripts/toolchain.mjs";
import { type Server, startServer } from "../tests/support/server.ts";
import type { LoadRequest } from "./captureSql.ts";
import { load, requestToken } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median } from "./report.ts";

const REQUESTS = 10_000;
const LATER_STARTS = 3;

/**
 * Time until the product responds, and memory of the server and its children after many requests. Does everything that
 * `npm start` does except installing: a benchmark must never touch node_modules.
 */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  try {
    const first = await start(dataDir);
    await first.server.stop();
    const later: number[] = [];
    for (let round = 1; round < LATER_STARTS; round++) {
      const again = await start(dataDir);
      later.push(again.seconds);
      await again.server.stop();
    }
    const { server, seconds } = await start(dataDir);
    later.push(seconds);
    const idle = serverMemory();
    const token = await requestToken(server.url, LOGIN, server.passwords.get(LOGIN) ?? "");
    await load({ url: server.url, token }, mixedRequests(), { amount: REQUESTS });
    const busy = serverMemory();
    await server.stop();
    return [
      duration("first start on an empty folder, seconds", first.seconds, 120),
      duration("later start, seconds", median(later), 5),
      { name: "memory of the idle server, MB", ours: `${Math.round(idle)} MB`, value: idle },
      {
        name: `memory of the server after ${REQUESTS.toLocaleString("en")} requests, MB`,
        ours: `${Math.round(busy)} MB`,
        value: busy,
        bound: { atMost: 400 },
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Generates, builds, starts the server and waits for its first response. */
async function start(dataDir: string): Promise<{ server: Server; seconds: number }> {
  const started = performance.now();
  ensureGenerated();
  ensureBuilt();
  const server = await startServer({ dataDir });
  const { status } = await fetch(`${server.url}/health`);
  if (status !== 200) throw new Error(`/health returned ${status}`);
  return { server, seconds: (performance.now() - started) / 1000 };
}

/** Lists, searches, single records and updates of demo data. */
function mixedRequests(): LoadRequest[] {
  const get = (path: string): LoadRequest => ({ method: "GET", path: `/api/${path}` });
  const change = (id: number): LoadRequest => ({
    method: "PATCH",
    path: `/api/subscribers/${id}`,
    body: [{ op: "replace", path: "/display_name", value: "Bench <n>" }],
  });
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

/** Resident memory of the server and its children in MB; shared pages count for each process. */
export function serverMemory(): number {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/))
    .map(([pid, parent, size, ...args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      megabytes: Number(size) / 1024,
      isServer: args.some((arg) => arg.endsWith("dist/server/main.js")),
    }));
  const below = (id: number): number =>
    rows.filter(({ parent }) => parent === id).reduce((sum, { pid, megabytes }) => sum + megabytes + below(pid), 0);
  const server = rows.find(({ parent, isServer }) => parent === process.pid && isServer);
  if (!server) throw new Error("the server is not running");
  return server.megabytes + below(server.pid);
}

function duration(name: string, value: number, atMost: number): Figure {
  return { name, ours: `${value.toFixed(1)} s`, value, bound: { atMost } };
}
