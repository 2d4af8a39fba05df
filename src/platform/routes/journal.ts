import type { FastifyInstance, FastifyRequest } from "fastify";
import { can } from "../../core/access.ts";
import { PlatformError } from "../../core/errors.ts";
import { pending } from "../../generated/pending.gen.ts";
import type { PlatformContext } from "../context.ts";
import type { Actor } from "../entityHooks.ts";
import { withRestorable } from "../history/restorable.ts";
import { itemPath, toCollection } from "../http/hal.ts";
import { pagingOf, parseId, queryOf } from "../http/query.ts";
import { listJournal, readJournalEntry } from "../operations/journal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { registerRestore } from "./restore.ts";

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;

/** `/api/<resource>/{id}/journal/`: who changed the record, when and how. */
export function registerJournal(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  if (!plan.descriptor.journal) return;
  const pathOf = (id: string) => `${itemPath(plan.name, id)}/journal/`;

  const assertMayRead = (actor: Actor) => {
    context.assertCan(actor, plan.descriptor, "read");
    if (!pending.journals || !can(actor, pending.journals, "read")) throw new PlatformError("forbidden");
  };

  app.get(pathOf(":id"), async (request: ItemRequest) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    const query = queryOf(request);
    const id = parseId(request.params.id);
    const paging = pagingOf(query, context.settings.maxRows);
    const reading = context.readAs(actor);
    const page = await withRestorable(reading, plan, await listJournal(reading, plan, id, paging), id);
    return toCollection("journals", pathOf(request.params.id), page, query);
  });

  app.get(`${pathOf(":id")}:entry`, async (request: FastifyRequest<{ Params: { id: string; entry: string } }>) => {
    const actor = await context.actorOf(request);
    assertMayRead(actor);
    const { id, entry } = request.params;
    const record = await readJournalEntry(context.readAs(actor), plan, parseId(id), parseId(entry));
    const self = { href: `${pathOf(id)}${entry}` };
    return { ...record, _links: { self, [`ngcp:${plan.name}`]: { href: itemPath(plan.name, id) } } };
  });

  registerRestore(app, { context, plan, assertMayRead });

  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url: pathOf(":id"),
    config: { offered: "never" },
    handler: () => {
      throw new PlatformError("method_not_allowed");
    },
  });
}
