import type { FastifyInstance } from "fastify";
import { canOpen } from "../../core/access/access.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { isTruthyParam, pagingOf, parseId, type Query, queryOf } from "../http/query.ts";
import { assertReadsJournals } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { sealJournal, verifyJournal } from "../records/journal/chain.ts";
import { type JournalFilter, listEntries } from "../records/journal/list.ts";

/** `/api/journals/`, of this platform only (extension `history`): the journal of all records, and the proof of it. */
export function registerHistory(app: FastifyInstance, context: PlatformContext): void {
  app.get("/api/journals/", async (request) => {
    const actor = await context.actorOf(request);
    assertReadsJournals(actor);
    const query = queryOf(request);
    const { rows } = pagingOf(query, Math.min(context.settings.maxRows, MAX_ROWS));
    const { records, next, resources } = await listEntries(
      context.readAs(actor),
      context,
      journalFilterOf(query),
      rows,
    );
    const href = (before: string | null) => {
      const filters = [...query].filter(([name]) => name !== "before");
      const search = new URLSearchParams([...filters, ...(before === null ? [] : [["before", before]])]);
      return { href: `/api/journals/${search.size > 0 ? `?${search}` : ""}` };
    };
    return {
      _links: {
        self: href(query.get("before") ?? null),
        ...(next === null ? {} : { next: href(String(next)) }),
      },
      _embedded: { "ngcp:journals": records },
      total_count: null,
      resources,
    };
  });

  app.get("/api/journals/verification", async (request) => {
    const actor = await context.actorOf(request);
    if (!canOpen(actor, "tool.journalverification")) throw new PlatformError("forbidden");
    await sealJournal(context.db);
    return verifyJournal(context.db, queryOf(request).get("hash"));
  });
}

const MAX_ROWS = 100;

/** Empty parameters count as absent, as everywhere. */
function journalFilterOf(query: Query): JournalFilter {
  const text = (name: string) => query.get(name) || undefined;
  const id = (name: string) => {
    const value = text(name);
    return value === undefined ? undefined : (parseId(value) ?? 0);
  };
  const time = (name: string) => {
    const value = text(name);
    if (value === undefined) return undefined;
    const instant = new Date(value);
    if (Number.isNaN(instant.getTime()))
      throw validationFailed([fieldError(`/${name}`, "format", { format: "date-time" })]);
    return instant;
  };
  const wanted = { entry: id("entry"), record: id("record"), before: id("before"), from: time("from"), to: time("to") };
  const texts = { resource: text("resource"), username: text("username"), operation: text("operation") };
  return { ...wanted, ...texts, related: isTruthyParam(query, "related"), unit: text("unit"), run: text("run") };
}
