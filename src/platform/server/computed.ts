import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { notFound, PlatformError } from "../../core/validation/errors.ts";
import { requireBody } from "../http/body.ts";
import { answerWith } from "../http/errors.ts";
import { collectionPath, itemPath, toCollection } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { type ItemRequest, parseId, queryOf, setPreferenceApplied, wantsRepresentation } from "../http/query.ts";
import { type ComputedPlan, findComputed } from "../records/computed/computedPlan.ts";
import {
  findComputedList,
  listComputed,
  listComputedJournal,
  readComputedEntry,
  refuseExpand,
} from "../records/computed/listComputed.ts";
import { removeComputed, updateComputed } from "../records/computed/updateComputed.ts";
import type { PlatformContext } from "../records/context.ts";
import { applyPatch, parsePatch } from "../records/operations/jsonPatch.ts";
import { sendRecordsAsCsv, wantsCsv } from "./csvExport.ts";
import { toItemBody, toListedItem } from "./itemLinks.ts";
import { refuseWrites, registerEntries } from "./journal.ts";

/** `/api/<resource>/` and `/api/<resource>/{id}` of a resource without a table: the same wire format as all others. */
export function registerComputed(app: FastifyInstance, context: PlatformContext, plan: ComputedPlan): void {
  const { descriptor, name } = plan;
  const path = collectionPath(name);

  if (descriptor.operations.includes("list")) {
    app.get(path, async (request, reply) => {
      const readContext = await readContextOf(context, plan, request);
      const query = queryOf(request);
      if (request.headers.accept === "text/csv") throw new PlatformError("csv_unsupported");
      if (wantsCsv(query)) {
        const find = async () => {
          const records = await findComputedList(readContext, plan, query);
          return { count: records.length, parts: [records] };
        };
        return sendRecordsAsCsv(context, { actor: readContext.actor, descriptor, query, find }, reply);
      }
      const page = await listComputed(readContext, plan, query, context.settings.maxRows);
      const collection = toCollection(name, path, page, query, (record) => toListedItem(plan, record));
      return answerWith(reply, context.texts, page.refusal, collection);
    });
  }

  if (descriptor.operations.includes("read")) {
    app.get(itemPath(name, ":id"), async (request: ItemRequest, reply) => {
      const readContext = await readContextOf(context, plan, request);
      if (plan.isNumbered) parseId(request.params.id);
      const record = await findComputed(readContext, plan, request.params.id);
      if (!record) throw notFound(name, request.params.id);
      const refusal = refuseExpand(queryOf(request), [record]);
      return answerWith(reply, context.texts, refusal, toItemBody(plan, record));
    });
  }

  if (descriptor.operations.includes("update")) {
    const config = { fields: descriptor.fields };
    app.put(itemPath(name, ":id"), { config }, (request: ItemRequest, reply) =>
      change(context, plan, request, reply, () => asRecord(requireBody(request))),
    );
    app.patch(itemPath(name, ":id"), { config }, (request: ItemRequest, reply) => {
      const operations = parsePatch(requireBody(request), descriptor.api.patchAddRemove);
      return change(context, plan, request, reply, (record) => applyPatch(record, operations));
    });
  }

  if (descriptor.operations.includes("delete")) {
    app.delete(itemPath(name, ":id"), async (request: ItemRequest, reply) => {
      const actor = await context.callerWith(request, "delete", descriptor);
      await context.inTransaction(actor, (unit) => removeComputed(unit, plan, request.params.id));
      return reply.code(204).send();
    });
  }

  if (descriptor.journal) registerComputedJournal(app, context, plan);
}

async function change(
  context: PlatformContext,
  plan: ComputedPlan,
  request: ItemRequest,
  reply: FastifyReply,
  toBody: (record: WireRecord) => WireRecord,
): Promise<unknown> {
  const actor = await context.callerWith(request, "update", plan.descriptor);
  const { id } = request.params;
  if (plan.isNumbered) parseId(id);
  const record = await context.inTransaction(actor, (unit) => updateComputed(unit, plan, id, toBody));
  const wantsBody = wantsRepresentation(request);
  setPreferenceApplied(reply, wantsBody ? "representation" : "minimal");
  return wantsBody ? toItemBody(plan, record) : reply.code(204).send();
}

function registerComputedJournal(app: FastifyInstance, context: PlatformContext, plan: ComputedPlan): void {
  registerEntries(app, context, {
    resource: plan.name,
    readerOf: (request) => context.callerWith(request, "lookup", plan.descriptor),
    idOf: (id) => {
      if (plan.isNumbered) parseId(id);
      return id;
    },
    list: (context, id, paging) => listComputedJournal(context, plan, id, paging),
    read: (context, id, entry) => readComputedEntry(context, plan, id, entry),
  });
  refuseWrites(app, `${itemPath(plan.name, ":id")}/journal/`);
}

/** A reader for the caller, if allowed to read these records at all. */
async function readContextOf(context: PlatformContext, { descriptor }: ComputedPlan, request: FastifyRequest) {
  return context.readAs(await context.callerWith(request, "lookup", descriptor));
}
