import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";
import { allowSnapshotReads } from "../db/snapshotReads.ts";
import { type TimeLimitKind, type TimeLimits, withTimeLimit } from "../db/timeLimits.ts";
import { runRequests } from "./requestContext.ts";

/** Rate limit (429) per address and minute, before a body is read; counted in this process unless a store is given. */
export async function limitRequests(
  app: FastifyInstance,
  maxPerMinute: number,
  store?: FastifyRateLimitStoreCtor,
): Promise<void> {
  await app.register(rateLimit, {
    ...(store ? { store } : {}),
    max: maxPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => new PlatformError("rate_limited", { seconds: Math.ceil(ttl / 1000) }),
  });
}

const csv = /^text\/csv\b/;

/** Pages that read much at once; collections end with a slash. */
const lists = /\/$|^\/api\/(?:dashboard|search|history|system)\b|\/(?:ajax|overview|journal)\b/;

/** Reports over many records, and changes of many rows at once. */
const reports = /statistics|zonecosts|^\/api\/(?:invoices|journals\/verification)\b|\/(?:runs|codes)\b/;

/** Returns the kind of time limit for a request's statements: see timeLimitKinds. */
function timeLimitKindOf({ method, url: rawUrl, headers, routeOptions: { url = "" } }: FastifyRequest): TimeLimitKind {
  const isFile =
    /[?&]format=csv\b/.test(rawUrl) || [headers.accept, headers["content-type"]].some((type) => csv.test(String(type)));
  if (isFile || reports.test(url)) return "report";
  return method === "GET" && lists.test(url) ? "list" : "interactive";
}

/**
 * Limits the time of database statements of all requests, by what these are for. Requests that only read need not wait
 * for another's transaction.
 */
export function limitStatements(app: FastifyInstance, limits: TimeLimits): void {
  runRequests(app, (request, _reply, done) =>
    withTimeLimit(limits, timeLimitKindOf(request), () =>
      request.method === "GET" ? allowSnapshotReads(done) : done(),
    ),
  );
}
