import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CalendarDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { writeCalendar } from "../../core/telephony/icalendar/writeCalendar.ts";
import type { EventRecord } from "../../core/telephony/recurrence/readEvent.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { toUploadValue } from "../../core/validation/fileValue.ts";
import { requireBody } from "../http/body.ts";
import { answerWith } from "../http/errors.ts";
import { itemPath } from "../http/hal.ts";
import { ArrivingFile, readArriving } from "../http/multipart.ts";
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
import { assertFileRoom } from "../records/files/fileRoom.ts";
import { appendTo, beginUpload, deleteUpload, endUpload } from "../records/files/uploadStore.ts";
import { actOnRecord } from "../records/operations/act.ts";
import { readRecord } from "../records/operations/read.ts";
import { removeRecord } from "../records/operations/remove.ts";
import { patchRecord, replaceRecord, type UpdateRequest } from "../records/operations/update.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { serializeRow } from "../records/unitOfWork/serialize.ts";
import type { UnitOfWork } from "../records/unitOfWork/unitOfWork.ts";
import type { Actor, Row } from "../resourceHooks.ts";
import { assertFormat, negotiateFile, sendFile } from "./files.ts";
import { toItemBody } from "./itemLinks.ts";

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
      const { record, row, refusal } = await readRecord(readContext, {
        plan,
        plans: context.plans,
        id,
        query: queryOf(request),
      });
      reply.header("ETag", etagOf(row.row_version));
      const { calendar } = descriptor;
      if (calendar && wantsCalendar(request.headers.accept)) return sendCalendar(plan, calendar, record, reply);
      return answerWith(reply, context.texts, refusal, toItemBody(plan, record));
    });
  }

  if (descriptor.operations.includes("update")) {
    app.put(path, { config }, (request: ItemRequest, reply) => change(context, plan, request, reply, replaceRecord));
    app.patch(path, { config }, (request: ItemRequest, reply) => change(context, plan, request, reply, patchRecord));
    for (const action of descriptor.actions ?? [])
      app.post(`${path}/actions/${action.name}`, { config }, (request: ItemRequest, reply) =>
        change(context, plan, request, reply, (unit, update, body) => actOnRecord(unit, update, action, body)),
      );
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

interface IncomingWrite {
  readonly request: FastifyRequest;
  readonly actor: Actor;
  readonly plan: ResourcePlan;
}

/** A body to write: what is left of it is discarded if it is refused. */
interface ReceivedBody {
  readonly body: unknown;
  readonly discard: (refusal: unknown) => Promise<never>;
}

/**
 * Receives the body of a write. A file that is the body itself is stored first, while it arrives: a transaction would
 * hold the embedded engine for as long as its sender likes. The write takes it over, or it is discarded.
 */
export async function receiveBody(
  { db, readAs, settings: { fileRoom } }: Pick<PlatformContext, "db" | "readAs" | "settings">,
  { request, actor, plan }: IncomingWrite,
): Promise<ReceivedBody> {
  const body = requireBody(request);
  if (!(body instanceof ArrivingFile)) return { body, discard: async (refusal) => Promise.reject(refusal) };
  const { payload, given: otherFields, field } = body;
  const most = field.file?.maxBytes ?? 0;
  const length = Number(request.headers["content-length"] ?? 0);
  if (length > most) throw new PlatformError("payload_too_large");
  const { now } = readAs(actor);
  const account = actor.adminId;
  await assertFileRoom(db, fileRoom, { account, bytes: length });
  const owner = { resource_name: plan.name, field: field.name, admin_id: account };
  const upload = await beginUpload(db, { ...owner, file_name: null, size: null }, now);
  const discard = async (refusal: unknown) => {
    await deleteUpload(db, upload);
    throw refusal;
  };
  try {
    const size = await appendTo(db, upload, readArriving(payload), { account, fileRoom, most, now });
    if (size === 0) throw new PlatformError("missing_upload");
    await endUpload(db, upload);
  } catch (refusal) {
    return discard(refusal);
  }
  const record = { ...otherFields, [field.name]: toUploadValue(upload.key) };
  // Messages show what was sent.
  request.body = record;
  return { body: record, discard };
}
