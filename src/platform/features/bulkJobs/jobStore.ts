import { type Selectable, sql } from "kysely";
import {
  type BulkJob,
  type BulkJobAction,
  type BulkJobFailure,
  type BulkJobReport,
  MAX_JOB_RECORDS,
} from "../../../core/api/jobs.ts";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { ErrorBody } from "../../../core/validation/errors.ts";
import { notFound } from "../../../core/validation/errors.ts";
import { statusField } from "../../../core/validation/transitions.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { Db } from "../../db/tables.ts";
import type { Plans } from "../../records/plan/resourcePlan.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";

/** Jobs listed for a user. */
const MAX_LISTED_JOBS = 50;
/** Jobs that ended this long ago are forgotten; what they did stays in the journal. */
const RETENTION_DAYS = 90;
/** Seconds after which a job that nobody has worked on is anybody's. Longer than any part of one takes. */
const LEASE_SECONDS = 20;
/** Seconds after which a job may be claimed whose node has given no sign of life. */
const DEAD_NODE_SECONDS = 7;

export type StoredJob = Selectable<Tables["bulkjobs"]>;

export interface NewJob {
  readonly resource: string;
  readonly action: BulkJobAction;
  readonly changes: Readonly<Record<string, Json>>;
  readonly targets: readonly number[];
  readonly run: string;
  readonly restores?: string | undefined;
}

/** Stores a job for the node that claims it first. */
export async function addJob(db: Db, actor: Actor, now: Date, job: NewJob): Promise<number> {
  await sql`delete from bulkjobfailures where job_id in (
    select id from bulkjobs where ended < now() - ${RETENTION_DAYS} * interval '1 day')`.execute(db);
  await sql`delete from bulkjobs where ended < now() - ${RETENTION_DAYS} * interval '1 day'`.execute(db);
  const { id } = await db
    .insertInto("bulkjobs")
    .values({
      ...{ admin_id: actor.adminId, resource: job.resource, action: job.action, run: job.run, started: now },
      ...{ changes: JSON.stringify(job.changes), targets: JSON.stringify(job.targets), total: job.targets.length },
      ...{ tried: 0, done: 0, failed: 0, state: "running", restores: job.restores ?? null },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const columns = [
  ...(["id", "resource", "action", "changes", "total", "done", "failed", "state", "run", "restores"] as const),
  ...(["started", "ended"] as const),
];

/** The caller's own jobs, newest first. */
export async function listJobs({ db, actor }: Pick<ReadContext, "db" | "actor">, plans: Plans): Promise<BulkJob[]> {
  const jobs = await jobsOf(db, actor).orderBy("id", "desc").limit(MAX_LISTED_JOBS).execute();
  return jobs.map((job) => toWire(job, plans));
}

/** One of the caller's own jobs; throws 404 for any other. */
export async function readJob(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plans: Plans,
  id: number | undefined,
): Promise<BulkJobReport> {
  const job = await jobsOf(db, actor)
    .where("id", "=", id ?? -1)
    .executeTakeFirst();
  if (!job) throw notFound("bulkjobs", id ?? "");
  const failures = await db
    .selectFrom("bulkjobfailures")
    .select(["record_id", "title", "refusal"])
    .where("job_id", "=", job.id)
    .orderBy("id")
    .limit(MAX_JOB_RECORDS)
    .execute();
  return {
    ...toWire(job, plans),
    failures: failures.map(({ record_id, title, refusal }): BulkJobFailure => ({ record_id, title, ...refusal })),
  };
}

function jobsOf(db: Db, { adminId }: Actor) {
  return db
    .selectFrom("bulkjobs")
    .select(columns)
    .select([
      sql<boolean>`state = 'running' and coalesce(beat, started) < now() - ${LEASE_SECONDS} * interval '1 second'`.as(
        "interrupted",
      ),
      sql<number | null>`(select max(other.id) from bulkjobs as other
        where other.restores = bulkjobs.run and other.admin_id = bulkjobs.admin_id)`.as("restored_by"),
    ])
    .where("admin_id", "=", adminId);
}

type ListedJob = Awaited<ReturnType<ReturnType<typeof jobsOf>["execute"]>>[number];

function toWire({ action, state, started, ended, ...job }: ListedJob, plans: Plans): BulkJob {
  const descriptor = plans.get(job.resource)?.descriptor;
  const reaches = descriptor?.statusCascadesTo !== undefined && statusField(descriptor) in job.changes;
  return {
    ...job,
    action,
    state,
    terminates: descriptor?.remove.by === "status" || descriptor?.softDelete !== undefined,
    undoable: descriptor?.journal === true && !(action === "change" && reaches),
    started: new Date(started).toISOString(),
    ended: ended === null ? null : new Date(ended).toISOString(),
  };
}

/** Ends one of the caller's running jobs after the part that is being done, if there is one. */
export async function stopJob({ db, actor }: Pick<ReadContext, "db" | "actor">, id: number | undefined): Promise<void> {
  await db
    .updateTable("bulkjobs")
    .set({ state: "stopped", ended: sql`now()`, node: null })
    .where("id", "=", id ?? -1)
    .where("admin_id", "=", actor.adminId)
    .where("state", "=", "running")
    .execute();
}

/** Starts a finished job again, as the same run, with the targets that are left and those that failed. */
export async function continueJob(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  id: number | undefined,
): Promise<void> {
  const job = await db
    .selectFrom("bulkjobs")
    .selectAll()
    .where("id", "=", id ?? -1)
    .where("admin_id", "=", actor.adminId)
    .where("state", "<>", "running")
    .forUpdate()
    .executeTakeFirst();
  if (!job) throw notFound("bulkjobs", id ?? "");
  const failed = await db
    .deleteFrom("bulkjobfailures")
    .where("job_id", "=", job.id)
    .returning(["id", "target"])
    .execute();
  const again = failed.sort((a, b) => a.id - b.id).map(({ target }) => target);
  const targets = [...job.targets.slice(job.tried), ...again];
  await db
    .updateTable("bulkjobs")
    .set({
      ...{ targets: JSON.stringify(targets), total: job.done + targets.length, tried: 0, failed: 0 },
      ...{ state: "running", ended: null, node: null, beat: null },
    })
    .where("id", "=", job.id)
    .execute();
}

/**
 * Takes all jobs that nobody works on for a process: new ones, and those whose process has ended. Of several processes
 * one gets each job, as the update locks its row.
 */
export async function claimJobs(db: Db, node: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update bulkjobs set node = ${node}, beat = now()
    where state = 'running' and node is distinct from ${node}
      and (node is null or beat is null or beat < now() - ${LEASE_SECONDS} * interval '1 second' or exists (
        select from nodes where nodes.node = bulkjobs.node and seen_at < now() - ${DEAD_NODE_SECONDS} * interval '1 second'))
    returning id`.execute(db);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}

/** Leaves the jobs of a process that ends to the next. */
export async function releaseJobs(db: Db, node: string): Promise<void> {
  await db.updateTable("bulkjobs").set({ node: null, beat: null }).where("node", "=", node).execute();
}

/** A job that this process works on, locked until the transaction ends; undefined: it is not, or no longer. */
export async function lockJob(db: Db, id: number, node: string): Promise<StoredJob | undefined> {
  return db
    .selectFrom("bulkjobs")
    .selectAll()
    .where("id", "=", id)
    .where("node", "=", node)
    .where("state", "=", "running")
    .forUpdate()
    .executeTakeFirst();
}

export interface JobFailure {
  readonly target: number;
  readonly record_id: number;
  readonly title: string;
  readonly refusal: ErrorBody;
}

/** Notes what became of a part of a job; after the last part, it ends. */
export async function recordJobPart(
  db: Db,
  job: Pick<StoredJob, "id" | "tried" | "total" | "done" | "targets">,
  { size, failures }: { readonly size: number; readonly failures: readonly JobFailure[] },
): Promise<boolean> {
  if (failures.length > 0) {
    await sql`insert into bulkjobfailures (job_id, target, record_id, title, refusal)
      select ${job.id}::integer, target, record_id, title, refusal
      from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb)
        as failure (target integer, record_id integer, title text, refusal jsonb)`.execute(db);
  }
  const hasFinished = job.tried + size >= job.targets.length;
  await db
    .updateTable("bulkjobs")
    .set((row) => ({
      tried: row("tried", "+", size),
      done: row("done", "+", size - failures.length),
      failed: row("failed", "+", failures.length),
      beat: sql`now()`,
      ...(hasFinished ? { state: "finished", ended: sql`now()`, node: null } : {}),
    }))
    .where("id", "=", job.id)
    .execute();
  return !hasFinished;
}

/** Ends a job whose user may not go on. */
export async function refuseJob(db: Db, id: number): Promise<void> {
  await db
    .updateTable("bulkjobs")
    .set({ state: "refused", ended: sql`now()`, node: null })
    .where("id", "=", id)
    .execute();
}
