import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { DEMONSTRATION_PASSWORD } from "../src/platform/seed/adminSeed.ts";
import { benchPages, type CallPages, type CallSetup, openCalls, sorted } from "./callPages.ts";
import { LOGIN } from "./panel.ts";
import type { Figure } from "./report.ts";
import { withTwoSizes } from "./twoSizes.ts";

/** Calls in the two databases; override with CALLS="10000,1000000". */
const SIZES = (process.env.CALLS ?? "100000,10000000").split(",").map(Number);
/** Rows of the export; override with EXPORTED. */
const EXPORTED = Number(process.env.EXPORTED ?? 1_000_000);
/** Maximum growth during the export in megabytes. */
const MAX_MB = 100;

/** First pages of calls with a hundred times as many of them, and an export that is streamed. */
export async function benchCalls(): Promise<Figure[]> {
  const open = (serverUrl: string, size: number) => openCalls(serverUrl, { name: `calls${size}`, size });
  return withTwoSizes(SIZES, open, async (small, large) => [
    ...(await benchPages(pages, small, large)),
    ...(await benchExport(large)),
  ]);
}

/** First pages as the panel asks for them. */
const pages: CallPages = {
  "calls by time": () => `calls/?${sorted}`,
  "calls of a day": ({ latest }) => `calls/?${sorted}&start_ge=${latest.slice(0, 10)}`,
  "unanswered calls": () => `calls/?${sorted}&call_status=busy,cancel`,
  "calls by number": () => `calls/?${sorted}&number=4420794600*`,
  "calls of a customer": ({ customer }) => `calls/?${sorted}&customer_id=${customer}`,
  "call list of a subscriber": ({ subscriber }) => `calllists/?${sorted}&subscriber_id=${subscriber}`,
  "call list of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}`,
  "answered calls of a customer": ({ customer }) => `calllists/?${sorted}&customer_id=${customer}&status=ok`,
};

/** Streams a million calls to a client, and watches the memory of the process. */
async function benchExport({ app, api, latest }: CallSetup): Promise<Figure[]> {
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  const columns = "@title,start_time,call_status,duration,source_customer_cost,call_id";
  // Calls are a second apart.
  const first = new Date(Date.parse(latest) - EXPORTED * 1000).toISOString();
  const { body } = await api.request("POST", "/login_jwt", { username: LOGIN, password: DEMONSTRATION_PASSWORD });
  const collect = collector();
  /** What is in use when each tenth of the rows begins: garbage comes and goes in waves of 150 MB. */
  const used: number[] = [];
  const note = (lines: number) => {
    if (lines < (used.length * EXPORTED) / 10) return;
    collect();
    const { heapUsed, external } = process.memoryUsage();
    used.push(heapUsed + external);
  };
  const started = performance.now();
  const lines = await countLines(
    `http://127.0.0.1:${port}/api/calls/?format=csv&start_ge=${first}&columns=${columns}`,
    String(body?.jwt),
    note,
  );
  const seconds = (performance.now() - started) / 1000;
  // The first fifth fills caches.
  const [initial = 0, second = 0, ...later] = used;
  const grown = (Math.max(...later) - Math.max(initial, second)) / 2 ** 20;
  return [
    { name: `export of ${lines} calls, s`, ours: `${seconds.toFixed(1)} s`, value: seconds },
    {
      name: "growth of what is in use after a fifth of it, MB",
      ours: `${grown.toFixed(0)} MB`,
      value: grown,
      bound: { atMost: MAX_MB },
    },
  ];
}

/** Collects all garbage at once. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

function countLines(url: string, token: string, note: (lines: number) => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      let lines = 0;
      response.on("data", (chunk: Buffer) => {
        for (const byte of chunk) if (byte === 10) lines++;
        note(lines);
      });
      response.on("end", () => resolve(lines - 1)).on("error", reject);
    });
    sent.on("error", reject).end();
  });
}
