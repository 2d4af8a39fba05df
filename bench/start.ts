import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { LoadRequest } from "./captureSql.ts";
import { load, requestToken } from "./load.ts";
import { LOGIN } from "./panel.ts";
import { type Figure, median } from "./report.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const REQUESTS = 10_000;
const LATER_STARTS = 3;

/** How soon `npm start` answers, and what all of its processes hold after many requests. */
export async function benchStart(): Promise<Figure[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "patchbay-bench-"));
  try {
    const first = await npmStart(dataDir);
    await first.stop();
    const later: number[] = [];
    for (let start = 1; start < LATER_STARTS; start++) {
      const again = await npmStart(dataDir);
      later.push(again.seconds);
      await again.stop();
    }
    const last = await npmStart(dataDir);
    later.push(last.seconds);
    const idle = memoryOf(last.pid);
    const token = await requestToken(last.url, LOGIN, last.password);
    await load({ url: last.url, token }, mixedRequests(), { amount: REQUESTS });
    const busy = memoryOf(last.pid);
    await last.stop();
    return [
      seconds("first start on an empty folder, seconds", first.seconds, 120),
      seconds("later start, seconds", median(later), 5),
      { name: "memory of npm start at rest, MB", ours: megabytes(idle), value: toMegabytes(idle) },
      {
        name: `memory of npm start after ${REQUESTS.toLocaleString("en")} requests, MB`,
        ours: megabytes(busy),
        value: toMegabytes(busy),
        bound: { atMost: 400 },
      },
    ];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs `npm start` until its health can be asked; everything is installed, generated and built already. */
async function npmStart(dataDir: string) {
  const started = performance.now();
  const child = spawn("npm", ["start"], {
    cwd: root,
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, DATABASE_URL: "", PLATFORM_URL: "" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const pid = child.pid ?? 0;
  let printed = "";
  for await (const data of child.stdout) {
    printed += data;
    if (/Patchbay: .*\n\n$/s.test(printed)) break;
  }
  const url = printed.match(/Patchbay: (\S+)/)?.[1];
  if (url === undefined) throw new Error(`npm start printed no address: ${printed}`);
  const { status } = await fetch(`${url}/health`);
  if (status !== 200) throw new Error(`/health answered ${status}`);
  return {
    url,
    pid,
    password: printed.match(new RegExp(`^ +${LOGIN} +(\\S+)$`, "m"))?.[1] ?? "",
    seconds: (performance.now() - started) / 1000,
    stop: async () => {
      const left = once(child, "exit");
      // npm hands the signal on to the server and waits for it.
      child.kill("SIGTERM");
      await left;
    },
  };
}

/** Lists, searches, single records, changes of the demonstration's data, and requests for nothing that is there. */
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

/** Resident bytes of a process and of all below it; pages that they share count for each. */
function memoryOf(pid: number): number {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number) as [pid: number, parent: number, kilobytes: number]);
  const below = (id: number): number =>
    rows.reduce(
      (sum, [child, parent, size]) => sum + (child === id ? size * 1024 : 0) + (parent === id ? below(child) : 0),
      0,
    );
  return below(pid);
}

function seconds(name: string, value: number, atMost: number): Figure {
  return { name, ours: `${value.toFixed(1)} s`, value, bound: { atMost } };
}

function toMegabytes(bytes: number): number {
  return bytes / 2 ** 20;
}

function megabytes(bytes: number): string {
  return `${Math.round(toMegabytes(bytes))} MB`;
}
