import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../src/generated/database.gen.ts";
import { type Figure, milliseconds } from "../report.ts";
import { Clients, isFailed } from "./clients.ts";
import type { Cluster } from "./cluster.ts";

const LOAD = { creating: 3, changing: 3, reading: 6 };
const BEFORE_MS = 3_000;
const AFTER_MS = 12_000;
const TAKEOVER_MS = 10_000;

/** Ends the node that does scheduled work with SIGKILL while others read and write through HAProxy. */
export async function benchKilling(cluster: Cluster): Promise<Figure[]> {
  const { db, nodes, rows, token } = cluster;
  const { url } = await cluster.proxy();
  const name = await leader(db);
  const dying = nodes.find(({ pid }) => name?.endsWith(`:${pid}`));
  if (!dying) throw new Error(`${name} does scheduled work, and is none of the nodes`);
  const clients = new Clients({ url, token, subscriber: rows.subscriberBase + 1 }, "killed", LOAD);
  await pause(BEFORE_MS);
  const killed = performance.now();
  await dying.kill();
  const takeover = afterTakeover(db, name ?? "").then(() => performance.now() - killed);
  await pause(AFTER_MS);
  await clients.end();
  const tookOver = await takeover;
  await cluster.restart(dying);
  const after = clients.sent.filter(({ at, ms }) => at + ms >= killed);
  const failed = after.filter(isFailed);
  const reads = failed.filter(({ method }) => method === "GET");
  const repeated = reads.filter((one) => one.repeated !== undefined);
  const shown = reads.filter((one) => one.repeated === undefined || isFailed({ status: one.repeated }));
  const slowest = Math.max(...after.map(({ ms }) => ms));
  const lost = await clients.lost();
  const writes = clients.created.size + clients.sent.filter(({ status }) => status === 204).length;
  const words = new Map<string, number>();
  for (const { method, status } of failed)
    words.set(`${method} ${status}`, (words.get(`${method} ${status}`) ?? 0) + 1);
  return [
    {
      name: `a node killed: acknowledged writes lost, of ${writes}`,
      ours: String(lost),
      value: lost,
      bound: { atMost: 0 },
    },
    {
      name: `requests that failed, of ${after.length} since`,
      ours: [...words].map(([what, count]) => `${count} × ${what}`).join(", ") || "none",
      value: failed.length,
    },
    {
      name: "reading that failed and the panel repeats by itself",
      ours: String(repeated.length),
      value: repeated.length,
    },
    { name: "reading that still fails then", ours: String(shown.length), value: shown.length, bound: { atMost: 0 } },
    { name: "slowest request since", ours: milliseconds(slowest), value: slowest },
    {
      name: "scheduled work on the other node after",
      ours: milliseconds(tookOver),
      value: tookOver,
      bound: { atMost: TAKEOVER_MS },
    },
  ];
}

/** Host and process of the node that does scheduled work. */
async function leader(db: Kysely<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from nodes join nodeduties using (node) where until > now()`.execute(db);
  return rows[0]?.name;
}

/** Until another node than this one does some scheduled work, as the page System shows it. */
async function afterTakeover(db: Kysely<Tables>, than: string): Promise<void> {
  const runs = db.selectFrom("taskruns").select("task").where("node", "!=", than);
  const since = new Date().toISOString();
  while (!(await runs.where("started", ">", since).executeTakeFirst())) await pause(50);
}
