import { sql } from "kysely";
import type { KeptRun } from "../../../core/telephony/deviceTemplates/provisioningReport.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { notFound, validationFailed } from "../../../core/validation/errors.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { removeRecord } from "../../records/operations/remove.ts";
import { planOf, type ResourcePlan } from "../../records/plan/resourcePlan.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import { isHidden } from "../../records/unitOfWork/writeRow.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import type { MadeRecord } from "./runLines.ts";

/** Runs listed for a template. */
const MAX_LISTED_RUNS = 100;
/** Changed records that a refusal names. */
const MAX_NAMED_RECORDS = 20;

/** Begins to keep what a run makes. */
export async function beginRun(
  { db, actor, now }: UnitOfWork,
  run: { readonly templateId: number; readonly resellerId: number | null; readonly source: string },
): Promise<number> {
  const { id } = await db
    .insertInto("provisioningruns")
    .values({
      ...{ template_id: run.templateId, reseller_id: run.resellerId, source: run.source, username: actor.username },
      ...{ started: now, created: 0, failed: 0, is_complete: false },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

interface RunOutcome {
  readonly made: readonly MadeRecord[];
  readonly created: number;
  readonly failed: number;
  readonly isComplete: boolean;
}

export async function recordRun({ db }: UnitOfWork, runId: number, part: RunOutcome): Promise<void> {
  const { made, created, failed, isComplete } = part;
  if (made.length > 0) {
    const rows = JSON.stringify(made.map(({ resource, id, version }) => ({ resource, id, version })));
    await sql`insert into provisioningmade (run_id, resource, record_id, version)
      select ${runId}::integer, made.resource, made.id, made.version
      from jsonb_to_recordset(${rows}::jsonb) as made(resource text, id integer, version integer)`.execute(db);
  }
  await db
    .updateTable("provisioningruns")
    .set((row) => ({
      created: row("created", "+", created),
      failed: row("failed", "+", failed),
      is_complete: isComplete,
    }))
    .where("id", "=", runId)
    .execute();
}

/** The last runs of a template that the caller may see: administrators of a reseller only those for it. */
export async function listRuns(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  templateId: number,
): Promise<KeptRun[]> {
  const rows = await runsOf(db, actor, templateId).orderBy("id", "desc").limit(MAX_LISTED_RUNS).execute();
  return rows.map(({ id, source, username, started, created, failed, is_complete, undone, undone_by }) => ({
    ...{ id, username, created, failed, is_complete, undone_by },
    source: source === "csv" ? "csv" : "form",
    started: toText(started) ?? "",
    undone: toText(undone),
  }));
}

const toText = (time: unknown) => (time === null || time === undefined ? null : new Date(String(time)).toISOString());

function runsOf(db: Db, { resellerId }: Actor, templateId: number) {
  const runs = db.selectFrom("provisioningruns").selectAll().where("template_id", "=", templateId);
  return resellerId === null ? runs : runs.where("reseller_id", "=", resellerId);
}

/**
 * Removes what a run made, the last first. 422 if it was undone before, or if any record was changed since, or belongs to
 * a customer that has further subscribers by now.
 */
export async function undoRun(
  unit: UnitOfWork,
  templateId: number,
  runId: number,
  assertMayRemove: (resource: string) => void,
): Promise<number> {
  const { db, actor, plans } = unit;
  const run = await runsOf(db, actor, templateId).where("id", "=", runId).forUpdate().executeTakeFirst();
  if (!run) throw notFound("provisioningtemplates", runId);
  if (run.undone !== null) throw validationFailed([businessError("/run_id", "templateUndone")]);
  const createdRecords = await db
    .selectFrom("provisioningmade")
    .selectAll()
    .where("run_id", "=", runId)
    .orderBy("id", "desc")
    .execute();
  for (const resource of new Set(createdRecords.map((record) => record.resource))) assertMayRemove(resource);
  unit.progress.found = createdRecords.length;
  unit.progress.canStop = true;
  const gone = await goneOrChanged(unit, createdRecords);
  const changed = [...gone.changed, ...(await newSubscribers(unit, createdRecords))].slice(0, MAX_NAMED_RECORDS);
  if (changed.length > 0)
    throw validationFailed(changed.map((name) => businessError("/run_id", "templateLeft", { name })));
  let count = 0;
  for (const { resource, record_id: id } of createdRecords) {
    unit.signal?.throwIfAborted();
    unit.progress.done++;
    if (gone.missing.has(`${resource} ${id}`)) continue;
    const plan = planOf(plans, resource);
    const row = await unit.load(resource, id);
    // Records that were terminated with their owner are skipped.
    if (!row || isTerminated(plan, row)) continue;
    const { remove } = plan.descriptor;
    if (remove.by === "status") await unit.updateMany(resource, [id], { [remove.field]: remove.value });
    else await removeRecord(unit, { plan, id, ifMatch: undefined, query: new Map() });
    count++;
  }
  await db
    .updateTable("provisioningruns")
    .set({ undone: unit.now, undone_by: actor.username })
    .where("id", "=", runId)
    .execute();
  return count;
}

interface StoredRecordVersion {
  readonly resource: string;
  readonly record_id: number;
  readonly version: number;
}

function isTerminated(plan: ResourcePlan, row: Row): boolean {
  const { remove } = plan.descriptor;
  return isHidden(plan, row) || (remove.by === "status" && row[remove.field] === remove.value);
}

/** Records that somebody has removed since, and those that somebody has changed. */
async function goneOrChanged(unit: UnitOfWork, createdRecords: readonly StoredRecordVersion[]) {
  const missing = new Set<string>();
  const changed: string[] = [];
  for (const resource of new Set(createdRecords.map((record) => record.resource))) {
    const ofResource = createdRecords.filter((record) => record.resource === resource);
    const rows = await unit.loadAll(
      resource,
      ofResource.map(({ record_id }) => record_id),
    );
    const plan = planOf(unit.plans, resource);
    for (const { record_id, version } of ofResource) {
      const row: Row | undefined = rows.get(record_id);
      if (!row || isTerminated(plan, row)) missing.add(`${resource} ${record_id}`);
      else if (row.row_version !== version) changed.push(`${resource} ${record_id}`);
    }
  }
  return { missing, changed };
}

/** Subscribers of customers that the run made, which others have made: they would end with the customer. */
async function newSubscribers({ db }: UnitOfWork, createdRecords: readonly StoredRecordVersion[]): Promise<string[]> {
  const idsOf = (resource: string) =>
    createdRecords.filter((record) => record.resource === resource).map(({ record_id }) => record_id);
  const customers = idsOf("customers");
  if (customers.length === 0) return [];
  const subscribers = await db
    .selectFrom("subscribers")
    .select("id")
    .where("customer_id", "=", anyOf(customers))
    .where("status", "<>", sql.lit("terminated"))
    .where(({ not, eb }) => not(eb("id", "=", anyOf(idsOf("subscribers")))))
    .orderBy("id")
    .limit(MAX_NAMED_RECORDS)
    .execute();
  return subscribers.map(({ id }) => `subscribers ${id}`);
}
