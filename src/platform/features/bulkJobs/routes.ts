import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import {
  type BulkJobPreview,
  type BulkJobReport,
  MAX_JOB_RECORDS,
  MAX_PREVIEW_RECORDS,
} from "../../../core/api/jobs.ts";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { fieldError, notFound, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { requireBody } from "../../http/body.ts";
import { asRecord } from "../../http/jsonText.ts";
import { type ItemRequest, parseId } from "../../http/query.ts";
import { assertReadsJournals } from "../../records/actor.ts";
import { dryRun, type PlatformContext } from "../../records/context.ts";
import { loadRunRoots } from "../../records/journal/entries.ts";
import { readableResources } from "../../records/journal/list.ts";
import { listConditions } from "../../records/operations/list.ts";
import type { ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { assertFilters, assertMembers } from "../../records/query/assertFilters.ts";
import { selectIds } from "../../records/query/selectRows.ts";
import type { Actor, NewJournalEntry } from "../../resourceHooks.ts";
import { executeJobPart, rightOf } from "./executeJobPart.ts";
import { toFailures } from "./failures.ts";
import type { JobRunner } from "./jobRunner.ts";
import { addJob, continueJob, listJobs, type NewJob, readJob, stopJob } from "./jobStore.ts";

const path = "/api/bulkjobs/";

/**
 * `/api/bulkjobs/`, of this platform only (extension `bulk_jobs`): bulk runs that go on without their client. Users see
 * their own.
 *
 * - `POST` with `{resource, action: "change", changes, ids}` gives many records the same values; an object in place of a
 *   list of values to come (`schedule`) is inserted into the list of each. With `action: "remove"` it removes them; `query`
 *   in place of `ids` means all that a list with this query has. `{action: "restore", run}` puts back what a run has done,
 *   except for what was changed since. 202 with the job. `POST …/preview` with the same tells what it would do to its
 *   first records.
 * - `GET …/{id}` is its progress, with the records that were refused. `POST …/{id}/stop` ends it, `…/continue` tries what
 *   was left and what was refused, and `…/undo` restores what it did: 202 with the job that does.
 */
export function registerBulkJobs(app: FastifyInstance, context: PlatformContext, runner: JobRunner): void {
  const start = async (actor: Actor, job: NewJob): Promise<BulkJobReport> => {
    const id = await addJob(context.db, actor, context.settings.clock(), job);
    runner.wake();
    return readJob(context.readAs(actor), context.plans, id);
  };

  const writerOf = async (request: FastifyRequest): Promise<Actor> => {
    const actor = await context.actorOf(request);
    if (actor.admin.read_only) throw new PlatformError("read_only");
    return actor;
  };

  app.get(path, async (request) => {
    const actor = await context.actorOf(request);
    const jobs = await listJobs(context.readAs(actor), context.plans);
    return { _links: { self: { href: path } }, _embedded: { "ngcp:bulkjobs": jobs }, total_count: jobs.length };
  });

  app.post(path, async (request, reply) => {
    const actor = await writerOf(request);
    const body = asRecord(requireBody(request));
    return reply.code(202).send(await start(actor, await jobOf(context, actor, body)));
  });

  app.post(`${path}preview`, async (request) => {
    const actor = await writerOf(request);
    return previewJob(context, actor, await jobOf(context, actor, asRecord(requireBody(request))));
  });

  app.get(`${path}:id`, async (request: ItemRequest) =>
    readJob(context.readAs(await context.actorOf(request)), context.plans, parseId(request.params.id)),
  );

  app.post(`${path}:id/stop`, async (request: ItemRequest) => {
    const readContext = context.readAs(await writerOf(request));
    const id = parseId(request.params.id);
    await stopJob(readContext, id);
    return readJob(readContext, context.plans, id);
  });

  app.post(`${path}:id/continue`, async (request: ItemRequest, reply) => {
    const actor = await writerOf(request);
    const id = parseId(request.params.id);
    await context.db.transaction().execute((db) => continueJob({ db, actor }, id));
    runner.wake();
    return reply.code(202).send(await readJob(context.readAs(actor), context.plans, id));
  });

  app.post(`${path}:id/undo`, async (request: ItemRequest, reply) => {
    const actor = await writerOf(request);
    const { run } = await readJob(context.readAs(actor), context.plans, parseId(request.params.id));
    return reply.code(202).send(await start(actor, await restoreOf(context, actor, run, [...context.plans.keys()])));
  });
}

async function jobOf(context: PlatformContext, actor: Actor, body: WireRecord): Promise<NewJob> {
  const { action, run } = body;
  if (action === "restore") {
    assertMembers(body, ["action", "run"]);
    if (typeof run !== "string") throw validationFailed([fieldError("/run", "required")]);
    assertReadsJournals(actor);
    return restoreOf(context, actor, run, readableResources(actor, context));
  }
  if (action !== "change" && action !== "remove") {
    throw validationFailed([fieldError("/action", "enum", { allowedValues: ["change", "remove", "restore"] })]);
  }
  const plan = context.plans.get(textIn(body, "resource"));
  if (!plan) throw validationFailed([fieldError("/resource", "required")]);
  assertOffered(plan, action);
  context.assertCan(actor, plan.descriptor, rightOf(action, plan.descriptor));
  // Either of the two says which records: the other would go unheeded.
  const which = body.ids === undefined ? "query" : "ids";
  assertMembers(body, ["resource", "action", which, ...(action === "change" ? ["changes"] : [])]);
  const changes = action === "change" ? changesIn(plan, body) : {};
  const targets = body.ids === undefined ? await matching(context, actor, plan, body) : idsIn(body);
  return { resource: plan.name, action, changes, targets, run: randomUUID() };
}

function assertOffered({ descriptor: { operations, remove } }: ResourcePlan, action: "change" | "remove"): void {
  const needed = action === "remove" && remove.by === "delete" ? "delete" : "update";
  if (!operations.includes(needed)) throw new PlatformError("method_not_allowed");
}

/** Fields and their new values. Secrets would have to be kept until the job is done, and files sent with it. */
function changesIn({ fields }: ResourcePlan, { changes }: WireRecord): Readonly<Record<string, Json>> {
  if (!isObject(changes) || Object.keys(changes).length === 0)
    throw validationFailed([fieldError("/changes", "required")]);
  const allowedValues = [...fields.values()]
    .filter(
      ({ readOnly, internal, immutable, secret, writeOnly, file }) =>
        !readOnly && !internal && !immutable && !secret && !writeOnly && !file,
    )
    .map(({ name }) => name);
  const invalid = Object.keys(changes).filter((name) => !allowedValues.includes(name));
  if (invalid.length > 0)
    throw validationFailed(invalid.map((name) => fieldError(`/changes/${name}`, "enum", { allowedValues })));
  return changes;
}

function idsIn({ ids: requested }: WireRecord): number[] {
  if (!Array.isArray(requested)) throw validationFailed([fieldError("/ids", "type", { type: "array" })]);
  if (requested.length === 0) throw validationFailed([fieldError("/ids", "minItems", { limit: 1 })]);
  if (requested.length > MAX_JOB_RECORDS)
    throw validationFailed([fieldError("/ids", "maxItems", { limit: MAX_JOB_RECORDS })]);
  const ids = requested.filter(isStorableId);
  if (ids.length < requested.length) throw validationFailed([fieldError("/ids", "type", { type: "integer" })]);
  return [...new Set(ids)];
}

/** All that a list with this query has, in the order of ids. */
async function matching(
  context: PlatformContext,
  actor: Actor,
  plan: ResourcePlan,
  { query }: WireRecord,
): Promise<number[]> {
  if (typeof query !== "string") throw validationFailed([fieldError("/ids", "required")]);
  context.assertCan(actor, plan.descriptor, "read");
  const readContext = context.readAs(actor);
  const filters = new Map(new URLSearchParams(query));
  assertFilters(actor, plan, context.plans, filters);
  const conditions = await listConditions(readContext, plan, context.plans, filters);
  const ids = await selectIds(readContext.db, plan, conditions, MAX_JOB_RECORDS + 1);
  if (ids.length > MAX_JOB_RECORDS)
    throw validationFailed([fieldError("/query", "maxItems", { limit: MAX_JOB_RECORDS })]);
  return ids;
}

/** A job that puts back what a run has done to records of these resources. */
async function restoreOf(
  context: PlatformContext,
  actor: Actor,
  run: string,
  resources: readonly string[],
): Promise<NewJob> {
  const roots = await loadRunRoots(context.readAs(actor), run, resources);
  const [first] = roots;
  if (!first) throw notFound("journals", run.slice(0, 64));
  const targets = roots.map(({ id }) => id);
  return { resource: first.resource, action: "restore", changes: {}, targets, run: randomUUID(), restores: run };
}

/** Previews a job: executes it for its first records, reads the journal, and rolls back. */
function previewJob(context: PlatformContext, caller: Actor, job: NewJob): Promise<BulkJobPreview> {
  const run = randomUUID();
  return dryRun(context, { ...caller, run }, async (unit) => {
    const targets = job.targets.slice(0, MAX_PREVIEW_RECORDS);
    const refusedTargets = await executeJobPart(unit, context, job, targets);
    const entries = await unit.db
      .selectFrom("journals")
      .select(["resource_id", "changes"])
      .where("run", "=", run)
      .where("resource_name", "=", job.resource)
      .orderBy("id")
      .execute();
    const otherCounts = await unit.db
      .selectFrom("journals")
      .select(["resource_name", sql<number>`count(distinct resource_id)::integer`.as("count")])
      .where("run", "=", run)
      .where("resource_name", "<>", job.resource)
      .groupBy("resource_name")
      .orderBy("resource_name")
      .execute();
    const readable = new Set(readableResources(caller, context));
    const changes = new Map<number, NewJournalEntry["changes"]>();
    for (const entry of entries) {
      // If a record is changed twice, the first value before and the last one after.
      const earlier = changes.get(entry.resource_id) ?? {};
      const merged = Object.entries(entry.changes).map(([name, { before, after }]) => {
        return [name, { before: earlier[name]?.before ?? before, after }] as const;
      });
      changes.set(entry.resource_id, { ...earlier, ...Object.fromEntries(merged) });
    }
    const failures = await toFailures(context, unit, targets, refusedTargets);
    return {
      records: targets.flatMap((id) => {
        const change = changes.get(id);
        return change ? [{ id, changes: change }] : [];
      }),
      along: Object.fromEntries(
        otherCounts.flatMap((other) => (readable.has(other.resource_name) ? [[other.resource_name, other.count]] : [])),
      ),
      failures: failures.map(({ record_id, title, refusal }) => ({ record_id, title, ...refusal })),
    };
  });
}
