import { setTimeout as pause } from "node:timers/promises";
import type { BulkJobReport } from "../src/core/api/jobs.ts";
import type { Database } from "../src/platform/db/tables.ts";
import { type ScaleRows, seedScale } from "../src/platform/seed/scale.ts";
import { HttpClient } from "../tests/support/httpClient.ts";
import { type Measured, measureMs, scenario } from "./scenario.ts";
import { LOGIN, type Request, replace, sendJson, startPlatform, type Target } from "./support.ts";

const fill = (count: number) => (database: Database) => seedScale(database, count);
const inSeconds = (measured: Measured): Measured =>
  Object.fromEntries(Object.entries(measured).map(([name, ms]) => [name, ms / 1000]));

/** Runs a job over so many subscribers to its end and returns its id. */
async function runJob(target: Target, count: number, path: string, body: object): Promise<number> {
  let job = await sendJson<BulkJobReport>(target, { method: "POST", path: `/api/bulkjobs/${path}`, body });
  while (job.state === "running") {
    await pause(50);
    job = await sendJson<BulkJobReport>(target, { method: "GET", path: `/api/bulkjobs/${job.id}` });
  }
  if (job.done !== count) throw new Error(`${job.done} done, ${JSON.stringify(job.failures.slice(0, 3))}`);
  return job.id;
}

const lockAll = ({ resellerId }: ScaleRows) => ({
  ...{ resource: "subscribers", action: "change", changes: { lock: 2 }, query: `reseller_id=${resellerId}` },
});
const terminate = ({ resellerId }: ScaleRows) => replace(`/api/resellers/${resellerId}`, "status", "terminated");

/** Jobs over 10,000 subscribers, and their undoing. */
export const bulk = scenario({
  name: "bulk",
  rows: 10_000,
  setup: (after, count) => startPlatform(after, "embedded", fill(count)),
  run: async ({ rows, ...target }) => {
    if (!rows) throw new Error("no subscribers");
    let job = 0;
    const first = await measureMs(async () => {
      job = await runJob(target, rows.subscribers, "", lockAll(rows));
    });
    const undone = await measureMs(() => runJob(target, rows.subscribers, `${job}/undo`, {}));
    const terminated = await measureMs(async () => {
      job = await runJob(target, rows.subscribers, "", { ...lockAll(rows), action: "remove", changes: undefined });
    });
    const back = await measureMs(() => runJob(target, rows.subscribers, `${job}/undo`, {}));
    return inSeconds({ lock: first, "undo of it": undone, terminate: terminated, "undo of that": back });
  },
  unit: "s",
  bound: {
    lock: { atMost: 30 },
    "undo of it": { atMost: 30 },
    terminate: { atMost: 30 },
    "undo of that": { atMost: 30 },
  },
});

/** The end of a reseller with 20,000 subscribers. */
export const cascade = scenario({
  name: "cascade",
  rows: 20_000,
  setup: async (after, count) => ({
    embedded: await startPlatform(after, "embedded", fill(count)),
    postgres: await startPlatform(after, "PostgreSQL", fill(count)),
  }),
  run: async (platforms) => {
    const end = ({ rows, ...target }: Target & { readonly rows: ScaleRows | undefined }) =>
      measureMs(() => rows && sendJson(target, terminate(rows)));
    return inSeconds({ embedded: await end(platforms.embedded), PostgreSQL: await end(platforms.postgres) });
  },
  unit: "s",
  bound: { embedded: { atMost: 60 }, PostgreSQL: { atMost: 60 } },
});

const destinationOf = (index: number) => `^43${String(index).padStart(8, "0")}`;
/** The fourteen columns of files of the legacy panel. */
const lineOf = (index: number) =>
  `.,${destinationOf(index)},out,Zone ${index % 50},,0.05,60,0.05,30,0.025,60,0.025,30,0`;

/** 10,000 fees of a file, against fees one by one. */
export const csv = scenario({
  name: "csv",
  rows: 10_000,
  setup: async (after, count) => {
    const platform = await startPlatform(after, "embedded");
    const client = await HttpClient.login(platform.url, LOGIN, platform.passwords.get(LOGIN) ?? "");
    const profile = (handle: string) => client.create("billingprofiles", { reseller_id: 2, handle, name: handle });
    return { count, platform, filled: await profile("file"), single: await profile("single") };
  },
  run: async ({ count, platform, filled }) => {
    const body = Array.from({ length: count }, (_, index) => lineOf(index)).join("\n");
    const path = `/api/billingfees/?billing_profile_id=${filled}`;
    return {
      "fees of a file": (count * 1000) / (await measureMs(() => sendJson(platform, { method: "POST", path, body }))),
    };
  },
  unit: "/s",
  baseline: async ({ platform, single }) => {
    const count = 500;
    const ms = await measureMs(async () => {
      for (let index = 0; index < count; index++) {
        const body = {
          ...{ billing_profile_id: single, billing_zone_zone: `Zone ${index % 50}`, billing_zone_detail: "" },
          ...{ destination: destinationOf(index), onpeak_init_rate: 0.05 },
        };
        await sendJson(platform, { method: "POST", path: "/api/billingfees/", body });
      }
    });
    return { "fees of a file": (count * 1000) / ms };
  },
  bound: { "fees of a file": { atLeast: 10 } },
});

/** Ten thousand subscribers for a job, two thousand that go, and those of another reseller that others work with. */
const fillForWaits = (count: number) => async (database: Database) => ({
  end: await seedScale(database, Math.ceil(count / 5)),
  many: await seedScale(database, count),
  others: await seedScale(database, 100),
});

/** The longest wait of others for a list and for a change, each 15 ms after the response before, during a long write. */
export const waits = scenario({
  name: "waits",
  rows: 10_000,
  setup: async (after, count) => ({
    embedded: await startPlatform(after, "embedded", fillForWaits(count)),
    postgres: await startPlatform(after, "PostgreSQL", fillForWaits(count)),
  }),
  run: async (platforms) => {
    const measured: Record<string, number> = {};
    for (const [engine, { rows, ...target }] of Object.entries(platforms)) {
      if (!rows) continue;
      const name = engine === "postgres" ? "PostgreSQL" : engine;
      const termination = await measureWaits(target, rows.others, () => sendJson(target, terminate(rows.end)));
      const job = await measureWaits(target, rows.others, () =>
        runJob(target, rows.many.subscribers, "", lockAll(rows.many)),
      );
      measured[`reads during a reseller's end, ${name}`] = termination.reads;
      measured[`changes during a reseller's end, ${name}`] = termination.changes;
      measured[`all during a job, ${name}`] = Math.max(job.reads, job.changes);
    }
    return measured;
  },
  unit: "ms",
  bound: Object.fromEntries(
    ["embedded", "PostgreSQL"].flatMap((engine) => [
      [`reads during a reseller's end, ${engine}`, { atMost: 300 }],
      [`changes during a reseller's end, ${engine}`, { atMost: 300 }],
      [`all during a job, ${engine}`, { atMost: 1000 }],
    ]),
  ),
});

async function measureWaits(target: Target, { resellerId, subscriberBase }: ScaleRows, work: () => Promise<unknown>) {
  const readRequests: readonly Request[] = [
    { method: "GET", path: "/health" },
    { method: "GET", path: `/api/subscribers/?rows=10&reseller_id=${resellerId}` },
  ];
  const changing = replace(`/api/subscribers/${subscriberBase + 1}`, "display_name", `Bench ${Math.random()}`);
  let isOver = false;
  const longest = async (request: Request) => {
    let wait = 0;
    while (!isOver) {
      wait = Math.max(wait, await measureMs(() => sendJson(target, request)));
      await pause(15);
    }
    return wait;
  };
  // Once before, as the first request of a kind is prepared.
  for (const request of [...readRequests, changing]) await sendJson(target, request);
  const waiting = Promise.all([longest(changing), ...readRequests.map(longest)]);
  await work();
  isOver = true;
  const [changes, ...reads] = await waiting;
  return { changes, reads: Math.max(...reads) };
}
