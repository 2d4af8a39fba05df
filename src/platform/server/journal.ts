import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { type CollectionPage, itemHref, itemPath, toCollection, toItem } from "../http/hal.ts";
import { type ItemRequest, type Paging, pagingOf, parseId, queryOf } from "../http/query.ts";
import { assertReadsJournals } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { withRestoreEffects } from "../records/journal/restorable.ts";
import { listJournal, readJournalEntry } from "../records/operations/journal.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import type { Actor, ReadContext } from "../resourceHooks.ts";
import { registerRestore } from "./restore.ts";

interface Entries<Id> {
  readonly resource: string;
  /** The caller; throws 403 for those who may not read these records. */
  readonly readerOf: (request: FastifyRequest) => Promise<Actor>;
  readonly idOf: (text: string) => Id;
  readonly list: (context: ReadContext, id: Id, paging: Paging) => Promise<CollectionPage>;
  readonly read: (context: ReadContext, id: Id, entry: number | undefined) => Promise<WireRecord>;
}

/** `/api/<resource>/{id}/journal/` and its entries: who changed the record, when and how. */
export function registerEntries<Id>(app: FastifyInstance, context: PlatformContext, entries: Entries<Id>): void {
  const { resource, readerOf, idOf, list, read } = entries;
  const path = `${itemPath(resource, ":id")}/journal/`;
  const hrefOf = (id: string) => `${itemHref(resource, id)}/journal/`;
  const readContextOf = async (request: FastifyRequest) => context.readAs(await readerOf(request));
  const toEntry = (id: string, entry: WireRecord) =>
    toItem("journal", entry, { [`ngcp:${resource}`]: [{ href: itemHref(resource, id) }] }, hrefOf(id));

  app.get(path, async (request: ItemRequest) => {
    const readContext = await readContextOf(request);
    const query = queryOf(request);
    const id = idOf(request.params.id);
    const page = await list(readContext, id, pagingOf(query, context.settings.maxRows));
    const toLinked = (entry: WireRecord) => toEntry(request.params.id, entry);
    return toCollection("journal", hrefOf(request.params.id), page, query, toLinked);
  });

  app.get(`${path}:entry`, async (request: FastifyRequest<{ Params: { id: string; entry: string } }>) => {
    const context = await readContextOf(request);
    const { id, entry } = request.params;
    return toEntry(id, await read(context, idOf(id), parseId(entry)));
  });
}

export function registerJournal(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  if (!plan.descriptor.journal) return;
  const readerOf = async (request: FastifyRequest) => {
    const actor = await context.callerWith(request, "read", plan.descriptor);
    assertReadsJournals(actor);
    return actor;
  };
  registerEntries(app, context, {
    resource: plan.name,
    readerOf,
    idOf: parseId,
    list: async (context, id, paging) =>
      withRestoreEffects(context, plan, await listJournal(context, plan, id, paging), id),
    read: (context, id, entry) => readJournalEntry(context, plan, id, entry),
  });
  registerRestore(app, { context, plan, readerOf });
  refuseWrites(app, `${itemPath(plan.name, ":id")}/journal/`);
}

/** An address that is only read: others would be taken for that of a record. */
export function refuseWrites(app: FastifyInstance, url: string): void {
  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url,
    config: { offered: "never" },
    handler: () => {
      throw new PlatformError("method_not_allowed");
    },
  });
}
