import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { version } from "../../db/version.ts";

/** This process among those that share the database. */
export interface Node {
  /** Unique for each start. */
  readonly id: string;
  /** Whether the node is the one that does what nobody asks for. Turns false by itself when it cannot say so in time. */
  leads(): boolean;
  /** Calls `work` each time the node takes the lead. */
  onLead(run: () => void): void;
}

/** A process that has the database to itself. */
export function soleNode(): Node {
  return { id: randomUUID(), ...everyNode };
}

/** The node for work that every node takes part in, with or without the lead. */
export const everyNode: Pick<Node, "leads" | "onLead"> = { leads: () => true, onLead: () => undefined };

/** Signs of life that may be missed before another node takes over. */
const MAX_MISSED_BEATS = 3;
const LEAD = "scheduled work";
const DAY_MS = 86_400_000;

/**
 * Takes part in the election of the node that does scheduled work. Each beat renews the node's row and, if it has the
 * lead or nobody has it any more, its claim on the lead; all times are the database's, as clocks of machines differ. A
 * node that cannot reach the database gives up the lead before anybody else can have it. `beatEvery` in milliseconds.
 *
 * Rows instead of advisory locks: those belong to a connection, which a pooler in transaction mode hands to others.
 */
export function joinNodes(app: FastifyInstance, db: Db, beatEvery: number): Node {
  const id = randomUUID();
  const lease = MAX_MISSED_BEATS * beatEvery;
  const takers: (() => void)[] = [];
  let leadsUntil = 0;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();

  const beat = async () => {
    const began = performance.now();
    await recordBeat(db, id);
    const led = performance.now() < leadsUntil;
    // Counted from before the question: the database's lease ends later than ours.
    leadsUntil = (await claim(db, id, lease)) ? began + lease : 0;
    if (leadsUntil > 0 && !led) for (const take of takers) take();
  };
  const goOn = () => {
    beating = beat().catch((error: unknown) => app.log.warn(error, "no sign of life could be given"));
    void beating.then(() => {
      if (!isClosed) timer = setTimeout(goOn, beatEvery).unref();
    });
  };
  app.addHook("onReady", async () => {
    goOn();
    await beating;
  });
  app.addHook("onClose", async () => {
    isClosed = true;
    clearTimeout(timer);
    await beating;
    leadsUntil = 0;
    await leave(db, id).catch((error: unknown) => app.log.warn(error));
  });
  return { id, leads: () => performance.now() < leadsUntil, onLead: (work) => void takers.push(work) };
}

/** Whether a node has given a sign of life lately, in a query of `nodes`. */
export const isSeen = sql<boolean>`seen_at > now() - interval '10 seconds'`;

/** Host and process, for people. */
export const processName = `${hostname()}:${process.pid}`;

/** Renews the node's row, and forgets those that have been dead for a day. */
async function recordBeat(db: Db, node: string): Promise<void> {
  await sql`insert into nodes (node, name, version, started_at, seen_at)
    values (${node}, ${processName}, ${version}, now(), now())
    on conflict (node) do update set seen_at = now()`.execute(db);
  await sql`delete from nodes where seen_at < now() - ${DAY_MS} * interval '1 millisecond'`.execute(db);
}

/** Claims the lead, which is free if nobody has renewed it in time. Of several nodes one gets it: the row is locked. */
async function claim(db: Db, node: string, lease: number): Promise<boolean> {
  const { rows } = await sql`insert into nodeduties (duty, node, until)
    values (${LEAD}, ${node}, now() + ${lease} * interval '1 millisecond')
    on conflict (duty) do update set node = excluded.node, until = excluded.until
      where nodeduties.node = excluded.node or nodeduties.until < now()
    returning node`.execute(db);
  return rows.length > 0;
}

/** The next beat of any other node takes over. */
async function leave(db: Db, node: string): Promise<void> {
  await db.deleteFrom("nodeduties").where("node", "=", node).execute();
  await db.deleteFrom("nodes").where("node", "=", node).execute();
}

/**
 * Does what nobody asks for while the platform is ready and the node has the lead: as soon as both are so and every
 * `everyMs`, one round after the other; null: never. A round that fails is logged, as the next one repeats it; one
 * whose node loses the lead has to stop. Closing waits for a running round, before the caller closes the database.
 */
export function runOnLeader(
  app: FastifyInstance,
  node: Pick<Node, "leads" | "onLead">,
  everyMs: number | null,
  runRound: (isStopped: () => boolean) => Promise<unknown>,
): void {
  if (everyMs === null) return;
  let isClosed = false;
  let running: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const next = () => {
    if (!node.leads()) return;
    const isStopped = () => isClosed || !node.leads();
    running = running.then(() => runRound(isStopped).catch((error: unknown) => app.log.error(error)));
  };
  node.onLead(() => {
    if (timer) next();
  });
  app.addHook("onReady", async () => {
    timer = setInterval(next, everyMs).unref();
    next();
  });
  app.addHook("onClose", async () => {
    isClosed = true;
    clearInterval(timer);
    await running;
  });
}
