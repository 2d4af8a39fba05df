import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { fieldError, notFound, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import { bodyOf } from "../http/body.ts";
import { itemPath } from "../http/hal.ts";
import { asRecord } from "../http/jsonText.ts";
import { etagOf, type ItemRequest, parseId, queryOf } from "../http/query.ts";
import { passes } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { isTermination, loadEntry } from "../records/journal/entries.ts";
import { isGone, loadCurrentRecord, rightToRestore } from "../records/journal/restorable.ts";
import { type RestoreOptions, recordAsOf, restoreAt, restoreEntry } from "../records/journal/restoreEntry.ts";
import { loadRestoredParts, restoreRemoved, type SkippedOf } from "../records/journal/restoreRemoved.ts";
import { type RestorableValue, restorableValuesOf, type SkippedValue } from "../records/journal/values.ts";
import type { ResourcePlan } from "../records/plan/resourcePlan.ts";
import { assertMembers } from "../records/query/assertFilters.ts";
import { findVisible } from "../records/query/selectRows.ts";
import type { Actor, Row } from "../resourceHooks.ts";

type OfEntry = FastifyRequest<{ Params: { id: string; entry: string } }>;

interface Parts {
  readonly context: PlatformContext;
  readonly plan: ResourcePlan;
  /** The caller; refuses those who may not read the record's journal. */
  readonly readerOf: (request: FastifyRequest) => Promise<Actor>;
}

/**
 * Below a record's journal: `…/{entry}/restore` puts back what an entry changed, or a record that ended; `…/at` the
 * record as it was at a time. GET shows what POST would do.
 */
export function registerRestore(app: FastifyInstance, parts: Parts): void {
  const { context, plan, readerOf } = parts;
  const { operations } = plan.descriptor;
  const mayChange = operations.includes("update");
  const mayReturn = operations.includes("create") || mayChange;
  if (!mayReturn) return;
  const journal = `${itemPath(plan.name, ":id")}/journal`;

  app.get(`${journal}/:entry/restore`, async (request: OfEntry, reply) => {
    const actor = await readerOf(request);
    const readContext = context.readAs(actor);
    const entry = await loadEntry(readContext, plan, parseId(request.params.id), parseId(request.params.entry));
    const { row, record } = await loadCurrentRecord(readContext, plan, entry.resource_id);
    if (row) reply.header("ETag", etagOf(row.row_version));
    if (isTermination(plan.descriptor, entry)) {
      const back = isGone(plan, row) ? await loadRestoredParts(readContext, context.plans, plan, [entry]) : [];
      return {
        ends: true,
        records: back.map(({ plan: { name }, entry: { resource_id } }) => ({ resource: name, id: resource_id })),
        values: [],
        left: [],
      };
    }
    if (!record || !mayChange) throw new PlatformError("not_restorable");
    return { ends: false, records: [], ...toRestoreResponse(restorableValuesOf(plan, actor, entry, record)) };
  });

  app.post(`${journal}/:entry/restore`, async (request: OfEntry, reply) => {
    const actor = await readerOf(request);
    const { id, entryId } = { id: parseId(request.params.id), entryId: parseId(request.params.entry) };
    // The right that it needs depends on the entry; callers with neither of the two are refused as for any other.
    if (!passes(() => context.assertCan(actor, plan.descriptor, "create", id ?? -1)))
      context.assertCan(actor, plan.descriptor, "update", id ?? -1);
    const wish = restoreOptionsOf(request);
    const restored = await context.inTransaction(actor, async (unit) => {
      const entry = await loadEntry(unit, plan, id, entryId);
      if (isTermination(plan.descriptor, entry)) {
        context.assertCan(actor, plan.descriptor, rightToRestore(plan), id ?? -1);
        const { row, records, left } = await restoreRemoved(unit, plan, entry);
        return { row, entry: entry.id, records, left };
      }
      context.assertCan(actor, plan.descriptor, "update", id ?? -1);
      const updated = await restoreEntry(unit, { ...requestOf(context, plan, request), ...wish }, entry);
      return { entry: entry.id, records: 1, ...ofOne(plan, updated) };
    });
    return sendRestored(reply, restored);
  });

  if (!mayChange) return;

  app.get(`${journal}/at`, async (request: ItemRequest, reply) => {
    const actor = await readerOf(request);
    const id = parseId(request.params.id);
    const time = timeOf({ time: queryOf(request).get("time") }, "time");
    const readContext = context.readAs(actor);
    const row = await findVisible(readContext, plan, id);
    reply.header("ETag", etagOf(row.row_version));
    const { record } = await loadCurrentRecord(readContext, plan, id ?? -1);
    if (!record || id === undefined) throw notFound(plan.name, request.params.id);
    const { entry, existed, ...values } = await recordAsOf(readContext, plan, { id, time, record });
    return { time: toRfc3339(time), entry, existed, ...toRestoreResponse(values) };
  });

  app.post(`${journal}/at`, async (request: ItemRequest, reply) => {
    const actor = await readerOf(request);
    context.assertCan(actor, plan.descriptor, "update", parseId(request.params.id) ?? -1);
    const time = timeOf(asRecord(bodyOf(request) ?? {}), "time");
    const wish = restoreOptionsOf(request, true);
    const restored = await context.inTransaction(actor, async (unit) => {
      const updated = await restoreAt(unit, { ...requestOf(context, plan, request), ...wish }, time);
      return { entry: null, records: 1, ...ofOne(plan, updated) };
    });
    return sendRestored(reply, restored);
  });
}

interface RestoreResponse {
  readonly row: Row;
  readonly entry: number | null;
  readonly records: number;
  readonly left: readonly SkippedOf[];
}

function sendRestored(reply: FastifyReply, { row, ...answer }: RestoreResponse) {
  return reply.header("ETag", etagOf(row.row_version)).send(answer);
}

function ofOne({ name }: ResourcePlan, { row, left }: { readonly row: Row; readonly left: readonly SkippedValue[] }) {
  return { row, left: left.map((value) => ({ resource: name, id: row.id, ...value })) };
}

export function toRestoreResponse({
  values,
  left,
}: {
  readonly values: readonly RestorableValue[];
  readonly left: readonly SkippedValue[];
}) {
  return {
    values: values.map(({ field, old, now, isNewer }) => ({ field, old, now, newer: isNewer })),
    left,
  };
}

function requestOf(context: PlatformContext, plan: ResourcePlan, request: ItemRequest) {
  const id = parseId(request.params.id);
  if (id === undefined) throw notFound(plan.name, request.params.id.slice(0, 40));
  return { plan, id, ifMatch: request.headers["if-match"], policy: context.passwordPolicy };
}

export function restoreOptionsOf({ body }: FastifyRequest, isAt = false): RestoreOptions {
  const options = asRecord(body ?? {});
  assertMembers(options, ["fields", "overwrite", ...(isAt ? ["time"] : [])]);
  const { fields, overwrite } = options;
  if (fields !== undefined && !isNames(fields))
    throw validationFailed([fieldError("/fields", "type", { type: "array" })]);
  if (overwrite !== undefined && typeof overwrite !== "boolean")
    throw validationFailed([fieldError("/overwrite", "type", { type: "boolean" })]);
  return { fields, overwrite: overwrite === true };
}

function isNames<Value>(value: Value): value is Value & string[] {
  return Array.isArray(value) && value.every((name) => typeof name === "string");
}

/** A point in time in a query or a body; 422 for anything else. */
function timeOf(record: Readonly<WireRecord>, name: string): Date {
  const value = record[name];
  const time = typeof value === "string" ? new Date(value) : null;
  if (!time || Number.isNaN(time.getTime())) {
    throw validationFailed([fieldError(`/${name}`, "format", { format: "date-time" })]);
  }
  return time;
}
