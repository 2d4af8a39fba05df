import type { FastifyInstance, FastifyReply } from "fastify";
import type { CalendarDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { writeCalendar } from "../../core/telephony/icalendar/writeCalendar.ts";
import type { EventRecord } from "../../core/telephony/recurrence/readEvent.ts";
import { itemPath } from "../http/hal.ts";
import {
  attachmentHeader,
  etagOf,
  type ItemRequest,
  parseId,
  queryOf,
  setPreferenceApplied,
  wantsRepresentation,
} from "../http/query.ts";
import { type PlatformContext, refreshStale } from "../records/context.ts";
import { readRecord } from "../records/operations/read.ts";
import { removeRecord } from "../records/operations/remove.ts";
import { patchRecord, replaceRecord, type UpdateRequest } from "../records/operations/update.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { serializeRow } from "../records/unitOfWork/serialize.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Row } from "../resourceHooks.ts";
import { assertFormat, negotiateFile, sendFile } from "./files.ts";
import { receiveBody, toItemBody } from "./recordBody.ts";

type UpdateOperation = (unit: UnitOfWork, request: UpdateRequest, body: unknown) => Promise<Row>;

/** `/api/<resource>/{id}`: reads, replaces, patches and deletes one record. */
export function registerItem(app: FastifyInstance, context: PlatformContext, plan: ResourcePlan): void {
  const { descriptor, name } = plan;
  const path = itemPath(name, ":id");
  const config = { fields: descriptor.fields, calendar: descriptor.calendar };

  // The API has a nested record below its parent.
  if (descriptor.operations.includes("read") && !descriptor.parent?.nested) {
    app.get(path, async (request: ItemRequest, reply) => {
      const actor = await context.callerWith(request, "lookup", descriptor);
      const id = parseId(request.params.id);
      await refreshStale(context, plan, { id, query: queryOf(request) });
      const readContext = context.readAs(actor);
      const file = negotiateFile(plan, request);
      if (file) {
        assertFormat(file.file, queryOf(request));
        const row = await context.findVisible(readContext, name, id ?? -1);
        return sendFile(context, { ...file, plan, actor, row }, reply);
      }
      const { record, row } = await readRecord(readContext, {
        plan,
        plans: context.plans,
        id,
        query: queryOf(request),
      });
      reply.header("ETag", etagOf(row.row_version));
      const { calendar } = descriptor;
      if (calendar && wantsCalendar(request.headers.accept)) return sendCalendar(plan, calendar, record, reply);
      return toItemBody(plan, record);
    });
  }

  if (descriptor.operations.includes("update")) {
    app.put(path, { config }, (request: ItemRequest, reply) => change(context, plan, request, reply, replaceRecord));
    app.patch(path, { config }, (request: ItemRequest, reply) => change(context, plan, request, reply, patchRecord));
  }

  if (descriptor.operations.includes("delete")) {
    app.delete(path, async (request: ItemRequest, reply) => {
      const { actor, id } = await context.callerWithId(request, "delete", plan.descriptor);
      const ifMatch = request.headers["if-match"];
      const query = queryOf(request);
      await context.inTransaction(actor, (unit) => removeRecord(unit, { plan, id, ifMatch, query }));
      return reply.code(204).send();
    });
  }
}

async function change(
  context: PlatformContext,
  plan: ResourcePlan,
  request: ItemRequest,
  reply: FastifyReply,
  run: UpdateOperation,
): Promise<unknown> {
  const { actor, id } = await context.callerWithId(request, "update", plan.descriptor);
  const wantsBody = wantsRepresentation(request);
  const update = { plan, id, ifMatch: request.headers["if-match"], policy: context.passwordPolicy };
  const { body, discard } = await receiveBody(context, { request, actor, plan });
  const { row, record } = await context
    .inTransaction(actor, async (unit) => {
      const updated = await run(unit, update, body);
      return { row: updated, record: wantsBody ? await serializeRow(unit, plan, updated) : undefined };
    })
    .catch(discard);
  reply.header("ETag", etagOf(row.row_version));
  setPreferenceApplied(reply, record ? "representation" : "minimal");
  return record ? toItemBody(plan, record) : reply.code(204).send();
}

/**
 * Whether a record that is also a calendar is requested as one: unless JSON is accepted explicitly and "anything" is
 * not, as on older platforms.
 */
function wantsCalendar(accept: string | undefined): boolean {
  return !accept?.includes("application/json") || accept.includes("*/*");
}

function sendCalendar(
  { name }: ResourcePlan,
  calendar: CalendarDescriptor,
  record: WireRecord,
  reply: FastifyReply,
): FastifyReply {
  const title = record[calendar.name];
  const events = record[calendar.events];
  const text = writeCalendar({
    name: typeof title === "string" ? title : name,
    events: (Array.isArray(events) ? events : []).filter((event): event is EventRecord & typeof event =>
      isObject(event),
    ),
    id: `${name}-${record.id}`,
    stamp: new Date(0),
  });
  return reply
    .header("Content-Disposition", attachmentHeader(`${title}.ics`))
    .header("X-Content-Type-Options", "nosniff")
    .type("text/calendar; charset=utf-8")
    .send(text);
}
