import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import type { Db } from "../../db/tables.ts";
import { everyNode, runOnLeader } from "./node.ts";

interface Count {
  /** The start of the window, in milliseconds since 1970: the same on all nodes. */
  readonly since: number;
  /** Requests to all nodes as of the last exchange, and those counted here after it. */
  known: number;
  fresh: number;
}

/** Counters kept at once; beyond that all begin anew. */
const MAX_COUNTERS = 50_000;

/**
 * Counts of requests that all nodes share; `scope` is what is asked for. A request is counted in memory; `everyMs` each
 * node adds what it counted to the database and learns what the others did, so that a limit costs a statement for each
 * such moment, not for each request, and holds on every node that much later.
 */
export function createSharedRateLimitStore(
  app: FastifyInstance,
  db: Db,
  { scope, everyMs }: { readonly scope: string; readonly everyMs: number },
): FastifyRateLimitStoreCtor {
  const counts = new Map<string, Count>();
  runOnLeader(app, everyNode, everyMs, () => exchange(db, counts));
  return class SharedCounts implements FastifyRateLimitStore {
    incr(address: string, callback: Parameters<FastifyRateLimitStore["incr"]>[1], timeWindow: number): void {
      const now = Date.now();
      const since = now - (now % timeWindow);
      if (counts.size >= MAX_COUNTERS) counts.clear();
      const counted = `${scope} ${address}`;
      const before = counts.get(counted);
      const count = before?.since === since ? before : { since, known: 0, fresh: 0 };
      counts.set(counted, count);
      count.fresh++;
      callback(null, { current: count.known + count.fresh, ttl: since + timeWindow - now });
    }

    child(): SharedCounts {
      return this;
    }
  };
}

/** Adds what was counted since the last time, and takes over the sums. Windows that are over are forgotten. */
async function exchange(db: Db, counts: Map<string, Count>): Promise<void> {
  const sent = [...counts]
    .filter(([, { fresh }]) => fresh > 0)
    .map(([counted, count]) => ({ counted, count, requests: count.fresh }));
  if (sent.length === 0) return;
  const added = sent.map(({ counted, count, requests }) => ({
    counted,
    requests,
    since: new Date(count.since).toISOString(),
  }));
  // In one order on all nodes, so that they wait for each other instead of getting in each other's way.
  const { rows } = await sql<{ counted: string; requests: number }>`insert into requestcounts (counted, since, requests)
    select counted, since, requests from jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      as fresh (counted text, since timestamptz, requests integer)
    order by counted
    on conflict (counted, since) do update set requests = requestcounts.requests + excluded.requests
    returning counted, requests`.execute(db);
  const sums = new Map(rows.map(({ counted, requests }) => [counted, requests]));
  for (const { counted, count, requests } of sent) {
    count.known = sums.get(counted) ?? count.known + requests;
    count.fresh -= requests;
  }
  const newest = Math.max(...sent.map(({ count: { since } }) => since));
  for (const [counted, { since }] of counts) if (since < newest) counts.delete(counted);
  await db.deleteFrom("requestcounts").where("since", "<", new Date(newest).toISOString()).execute();
}
