import type { FastifyInstance, FastifyRequest } from "fastify";
import { can } from "../../core/access.ts";
import { notFound, PlatformError } from "../../core/errors.ts";
import { pending } from "../../generated/pending.gen.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { loadEntry } from "../history/entries.ts";
import {
  preferencesBack,
  preferencesNow,
  restorePreferences,
  restoresPreferences,
} from "../history/preferenceEntries.ts";
import { itemPath, toCollection } from "../http/hal.ts";
import { pagingOf, parseId, queryOf } from "../http/query.ts";
import { listJournal, readJournalEntry } from "../operations/journal.ts";
import { type PreferenceKind, valuesResource } from "../preferences/preferenceKind.ts";
import { assertOwnersCan, lockOwner, ownerOf, ownersPlan } from "../preferences/preferenceOwner.ts";
import { byId } from "../query/byId.ts";
import { selectRows } from "../query/selectRows.ts";
import { told, wishOf } from "./restore.ts";

type OfOwner = FastifyRequest<{ Params: { id: string } }>;
type OfEntry = FastifyRequest<{ Params: { id: string; entry: string } }>;

/** The journal of the preferences of a kind of owners, and what restores them. */
export function registerPreferencesJournal(app: FastifyInstance, context: PlatformContext, kind: PreferenceKind): void {
  const plan = ownersPlan(context, kind);
  const resource = valuesResource(kind);
  const journal = `${itemPath(resource, ":id")}/journal`;

  const assertMayRead = (actor: Actor) => {
    assertOwnersCan(context, actor, kind, "read");
    if (!pending.journals || !can(actor, pending.journals, "read")) throw new PlatformError("forbidden");
  };

  app.get(`${journal}/`, async (request: OfOwner) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    const reading = context.readAs(actor);
    const query = queryOf(request);
    const id = parseId(request.params.id);
    const page = await listJournal(reading, plan, id, pagingOf(query, context.settings.maxRows), resource);
    const [row] = id === undefined ? [] : await selectRows(reading.db, plan, [byId([id]), ...plan.own]);
    const now = row && (await preferencesNow(reading, kind, [row])).get(row.id);
    const records = page.records.map((entry) => ({
      ...entry,
      ...restoresPreferences(plan, actor, { changes: entry.changes }, { row, now }),
    }));
    return toCollection("journals", `${itemPath(resource, request.params.id)}/journal/`, { ...page, records }, query);
  });

  app.get(`${journal}/:entry`, async (request: OfEntry) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    const { id, entry } = request.params;
    const record = await readJournalEntry(context.readAs(actor), plan, parseId(id), parseId(entry), resource);
    const self = { href: `${itemPath(resource, id)}/journal/${entry}` };
    return { ...record, _links: { self, [`ngcp:${resource}`]: { href: itemPath(resource, id) } } };
  });

  app.get(`${journal}/:entry/restore`, async (request: OfEntry) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    const reading = context.readAs(actor);
    const owner = await ownerOf(context, reading, kind, request.params.id);
    const entry = await loadEntry(reading, plan, owner.id, parseId(request.params.entry), resource);
    const now = (await preferencesNow(reading, kind, [owner])).get(owner.id);
    if (!now) throw notFound(resource, request.params.id);
    return { ends: false, records: [], ...told(preferencesBack(actor, entry, now)) };
  });

  app.post(`${journal}/:entry/restore`, async (request: OfEntry) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    assertOwnersCan(context, actor, kind, "update");
    const wish = wishOf(request);
    return context.inTransaction(actor, async (work) => {
      const { id } = await ownerOf(context, work, kind, request.params.id);
      await lockOwner(work, context, kind, id);
      const owner = await ownerOf(context, work, kind, request.params.id);
      const entry = await loadEntry(work, plan, id, parseId(request.params.entry), resource);
      const left = await restorePreferences(work, kind, owner, entry, wish);
      return { entry: entry.id, records: 1, left: left.map((one) => ({ resource, id, ...one })) };
    });
  });
}
