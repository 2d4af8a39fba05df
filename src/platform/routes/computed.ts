import type { FastifyInstance, FastifyRequest } from "fastify";
import { notFound, PlatformError } from "../../core/errors.ts";
import { type ComputedPlan, findComputed } from "../computed/computedPlan.ts";
import { listComputedJournal, readComputedEntry } from "../computed/journal.ts";
import { findComputedList, listComputed, refuseExpand } from "../computed/listComputed.ts";
import { removeComputed } from "../computed/removeComputed.ts";
import type { PlatformContext } from "../context.ts";
import { collectionPath, itemHref, itemPath, toCollection } from "../http/hal.ts";
import { pagingOf, parseId, queryOf } from "../http/query.ts";
import { sendFound, wantsCsv } from "./csvExport.ts";
import { toItemBody } from "./itemBody.ts";

type ItemRequest = FastifyRequest<{ Params: { id: string } }>;
type EntryRequest = FastifyRequest<{ Params: { id: string; entry: string } }>;

/** `/api/<resource>/` and `/api/<resource>/{id}` of a resource without a table: the same wire format as all others. */
export function registerComputed(app: FastifyInstance, context: PlatformContext, plan: ComputedPlan): void {
  const { descriptor, name } = plan;
  const path = collectionPath(name);
  const isNumbered = descriptor.fields.find((field) => field.name === "id")?.kind === "integer";

  if (descriptor.operations.includes("list")) {
    app.get(path, async (request, reply) => {
      const reading = await readingOf(context, plan, request);
      const query = queryOf(request);
      if (request.headers.accept === "text/csv") throw new PlatformError("csv_unsupported");
      if (wantsCsv(query)) {
        const find = async () => {
          const records = await findComputedList(reading, plan, query);
          return { count: records.length, parts: [records] };
        };
        return sendFound(context, { actor: reading.actor, descriptor, query, find }, reply);
      }
      return toCollection(name, path, await listComputed(reading, plan, query, context.settings.maxRows), query);
    });
  }

  if (descriptor.operations.includes("read")) {
    app.get(itemPath(name, ":id"), async (request: ItemRequest) => {
      const reading = await readingOf(context, plan, request);
      refuseExpand(queryOf(request));
      if (isNumbered) parseId(request.params.id);
      const record = await findComputed(reading, plan, request.params.id);
      if (!record) throw notFound(name, request.params.id);
      return toItemBody(plan, record);
    });
  }

  if (descriptor.operations.includes("delete")) {
    app.delete(itemPath(name, ":id"), async (request: ItemRequest, reply) => {
      const actor = await context.actorOf(request);
      context.assertCan(actor, descriptor, "delete");
      await context.inTransaction(actor, (work) => removeComputed(work, plan, request.params.id));
      return reply.code(204).send();
    });
  }

  if (descriptor.journal) registerComputedJournal(app, context, plan);
}

function registerComputedJournal(app: FastifyInstance, context: PlatformContext, plan: ComputedPlan): void {
  const path = `${itemPath(plan.name, ":id")}/journal/`;

  app.get(path, async (request: ItemRequest) => {
    const reading = await readingOf(context, plan, request);
    const query = queryOf(request);
    const { id } = request.params;
    const page = await listComputedJournal(reading, plan, id, pagingOf(query, context.settings.maxRows));
    return toCollection("journals", journalHref(plan.name, id), page, query);
  });

  app.get(`${path}:entry`, async (request: EntryRequest) => {
    const reading = await readingOf(context, plan, request);
    const { id, entry } = request.params;
    const record = await readComputedEntry(reading, plan, id, parseId(entry));
    const self = { href: `${journalHref(plan.name, id)}${entry}` };
    return { ...record, _links: { self, [`ngcp:${plan.name}`]: { href: itemHref(plan.name, id) } } };
  });

  app.route({
    method: ["POST", "PUT", "PATCH", "DELETE"],
    url: path,
    config: { offered: "never" },
    handler: () => {
      throw new PlatformError("method_not_allowed");
    },
  });
}

/** A reader for the caller, if allowed to read these records at all. */
async function readingOf(context: PlatformContext, { descriptor }: ComputedPlan, request: FastifyRequest) {
  const actor = await context.actorOf(request);
  context.assertCan(actor, descriptor, "lookup");
  return context.readAs(actor);
}

const journalHref = (resource: string, id: unknown) => `${itemHref(resource, id)}/journal/`;
