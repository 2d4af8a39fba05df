import type { FastifyInstance } from "fastify";
import type { PlatformContext } from "../context.ts";
import { pagingOf, queryOf } from "../http/query.ts";
import { searchRecords } from "../search/searchRecords.ts";

/** Maximum records per resource in one search. */
const maxRows = 20;

/**
 * `GET /api/search/?q=…&rows=5`: `{ results: [{ resource, record, match, isEnded }] }`, records of all resources with the text in
 * what people look for them by, the best first; `match` is what was found: its field, whole text and rank. Of this platform only (extension `search`): older ones are searched list by list.
 */
export function registerSearch(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/search/", async (request) => {
    const actor = await context.actorOf(request);
    const query = queryOf(request);
    const text = (query.get("q") ?? "").trim().slice(0, 100);
    const { rows } = pagingOf(query, maxRows);
    const results =
      text === "" ? [] : await context.readApart(actor, (reading) => searchRecords(reading, context.plans, text, rows));
    return { results };
  });
}
