import type { Json, ResourceDescriptor, Right, WireRecord } from "../../../core/schema/descriptor.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import type { PasswordPolicy } from "../../../core/validation/passwordPolicy.ts";
import { withScheduledValue } from "../../../core/validation/scheduledValues.ts";
import { groupRuns } from "../../../core/values/groupBy.ts";
import type { PlatformContext } from "../../records/context.ts";
import {
  isTermination,
  loadEntries,
  loadEntryResources,
  type StoredJournalEntry,
} from "../../records/journal/entries.ts";
import { rightToRestore } from "../../records/journal/restorable.ts";
import { restoreInput } from "../../records/journal/restoreEntry.ts";
import { restoreAllRemoved } from "../../records/journal/restoreRemoved.ts";
import { restorableValuesOf } from "../../records/journal/values.ts";
import { buildLoader } from "../../records/operations/loader.ts";
import { preloadReferencedValues } from "../../records/operations/references.ts";
import { removeMany, retryInHalves } from "../../records/operations/remove.ts";
import { type DesiredRecord, prepareUpdate } from "../../records/operations/update.ts";
import { assertOwn } from "../../records/operations/writeInput.ts";
import { planOf, type ResourcePlan } from "../../records/plan/resourcePlan.ts";
import { byId, isSharedWith, selectRows, visibleTo } from "../../records/query/selectRows.ts";
import type { UnitOfWork } from "../../records/unitOfWork/unitOfWork.ts";
import { snapshots, type WriteRequest, writeRows } from "../../records/unitOfWork/writeRow.ts";
import type { Row } from "../../resourceHooks.ts";
import type { StoredJob } from "./jobStore.ts";

type Context = Pick<PlatformContext, "assertCan" | "passwordPolicy" | "plans">;

/** A target that was refused, and the record it stands for. */
export interface RefusedTarget {
  readonly recordId: number;
  readonly resource: string;
  readonly refusal: PlatformError;
}

/** Does a part of a job. Returns what was refused, by target; all others are done. */
export async function executeJobPart(
  unit: UnitOfWork,
  context: Context,
  job: Pick<StoredJob, "resource" | "action" | "changes">,
  targets: readonly number[],
): Promise<ReadonlyMap<number, RefusedTarget>> {
  if (job.action === "restore") return restoreEntries(unit, context, targets);
  const plan = planOf(context.plans, job.resource);
  const refusals = await (job.action === "remove"
    ? removeAll(unit, context, plan, targets)
    : changeAll(unit, context, plan, targets, job.changes));
  return new Map([...refusals].map(([id, refusal]) => [id, { recordId: id, resource: plan.name, refusal }] as const));
}

/** The right that an action needs: terminating a record is an update. */
export function rightOf(action: string, { remove }: Pick<ResourceDescriptor, "remove">): Right {
  return action === "remove" && remove.by === "delete" ? "delete" : "update";
}

type Refusals = Map<number, PlatformError>;

async function changeAll(
  unit: UnitOfWork,
  context: Context,
  plan: ResourcePlan,
  ids: readonly number[],
  values: Readonly<Record<string, Json>>,
): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const allowed = ids.filter((id) => isAllowed(refusals, id, () => assertMay(unit, context, plan, "update", id)));
  const sentFields = new Set(Object.keys(values));
  const toWanted = (record: WireRecord): DesiredRecord => ({
    body: { ...record, ...withScheduledValue(plan.descriptor, record, values, plan.timeZone) },
    sentFields,
  });
  const changes = allowed.map((id): RecordChange => ({ id, toWanted: (_, record) => toWanted(record) }));
  const errors = await updateMany(unit, { plan, policy: context.passwordPolicy }, changes);
  return new Map([...refusals, ...errors]);
}

function assertMay({ actor }: UnitOfWork, context: Context, plan: ResourcePlan, right: Right, id: number): void {
  context.assertCan(actor, plan.descriptor, right, id);
}

function isAllowed(refusals: Refusals, id: number, check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    refusals.set(id, error);
    return false;
  }
}

async function removeAll(
  unit: UnitOfWork,
  context: Context,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const { remove } = plan.descriptor;
  if (remove.by === "status") return changeAll(unit, context, plan, ids, { [remove.field]: remove.value });
  const refusals: Refusals = new Map();
  const allowed = ids.filter((id) => isAllowed(refusals, id, () => assertMay(unit, context, plan, "delete", id)));
  return new Map([...refusals, ...(await removeMany(unit, plan, allowed))]);
}

/** Puts back what entries of the journal say, except for what was changed since. What is as before already is done. */
async function restoreEntries(
  unit: UnitOfWork,
  context: Context,
  entryIds: readonly number[],
): Promise<ReadonlyMap<number, RefusedTarget>> {
  const refusedTargets = new Map<number, RefusedTarget>();
  const resources = await loadEntryResources(unit.db, entryIds);
  for (const resource of new Set(resources.values())) {
    const ids = entryIds.filter((id) => resources.get(id) === resource);
    const plan = context.plans.get(resource);
    const entries = plan ? await loadEntries(unit, plan, ids) : new Map<number, StoredJournalEntry>();
    const refuse = (id: number, error: PlatformError) => {
      if (error.code === "nothing_to_restore") return;
      refusedTargets.set(id, { recordId: entries.get(id)?.resource_id ?? 0, resource, refusal: error });
    };
    for (const id of ids) if (!entries.has(id)) refuse(id, notFound("journals", id));
    // If a record was changed twice, the later change is put back first.
    const inOrder = ids.flatMap((id) => entries.get(id) ?? []);
    if (!plan) continue;
    const isEnd = (entry: StoredJournalEntry) => isTermination(plan.descriptor, entry);
    // Neighbours are restored together: of each record one change, or one end.
    const isAlike = (entry: StoredJournalEntry, other: StoredJournalEntry) => isEnd(entry) === isEnd(other);
    for (const wave of groupRuns(inOrder, isAlike, ({ resource_id }) => resource_id))
      await restoreWave(unit, context, plan, wave, refuse);
  }
  return refusedTargets;
}

async function restoreWave(
  unit: UnitOfWork,
  context: Context,
  plan: ResourcePlan,
  wave: readonly StoredJournalEntry[],
  refuse: (id: number, error: PlatformError) => void,
): Promise<void> {
  const { descriptor } = plan;
  const refusals: Refusals = new Map();
  const endsRecords = wave[0] !== undefined && isTermination(descriptor, wave[0]);
  const right = endsRecords ? rightToRestore(plan) : "update";
  const allowed = wave.filter(({ id, resource_id }) =>
    isAllowed(refusals, id, () => {
      context.assertCan(unit.actor, descriptor, "read");
      context.assertCan(unit.actor, descriptor, right, resource_id);
    }),
  );
  for (const [id, refusal] of refusals) refuse(id, refusal);
  if (endsRecords) {
    const run = async (some: readonly StoredJournalEntry[]) => void (await restoreAllRemoved(unit, plan, some));
    return retryInHalves(unit, allowed, run, ({ id }, refusal) => refuse(id, refusal));
  }
  const entryOf = new Map(allowed.map((entry) => [entry.resource_id, entry]));
  const changes = allowed.map((entry) => toRestore(unit, plan, entry));
  for (const [id, refusal] of await updateMany(unit, { plan, policy: context.passwordPolicy }, changes))
    refuse(entryOf.get(id)?.id ?? 0, refusal);
}

function toRestore(unit: UnitOfWork, plan: ResourcePlan, entry: StoredJournalEntry): RecordChange {
  const id = entry.resource_id;
  return {
    id,
    toWanted: (_, record) => {
      const desired = restoreInput(restorableValuesOf(plan, unit.actor, entry, record).values, record, false);
      unit.restores.set(`${plan.name} ${id}`, entry.id);
      return desired;
    },
  };
}

/** A change to one of many records, none of which occurs twice. */
interface RecordChange {
  readonly id: number;
  /** As of an update of this record alone; a refusal is thrown. */
  readonly toWanted: (row: Row, record: WireRecord) => DesiredRecord;
}

interface Parts {
  readonly plan: ResourcePlan;
  readonly policy: PasswordPolicy;
}

/**
 * Updates many records of one resource as a request for each of them would, with far fewer statements. Returns the
 * refusals by id: those records are left as they are, and the others are changed. What only shows while many are stored
 * is found by storing half of them at a time.
 */
async function updateMany(
  unit: UnitOfWork,
  parts: Parts,
  changes: readonly RecordChange[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const refusals = new Map<number, PlatformError>();
  const run = async (some: readonly RecordChange[]) => {
    const errors = await store(unit, parts, some);
    for (const [id, refusal] of errors) refusals.set(id, refusal);
  };
  await retryInHalves(unit, changes, run, ({ id }, refusal) => refusals.set(id, refusal));
  return refusals;
}

/** Stores those that can be checked; the others are returned with their refusals. */
async function store(
  unit: UnitOfWork,
  { plan, policy }: Parts,
  changes: readonly RecordChange[],
): Promise<ReadonlyMap<number, PlatformError>> {
  const { actor } = unit;
  const errors = new Map<number, PlatformError>();
  const ids = changes.map(({ id }) => id);
  const rows = await selectRows(unit.db, plan, [byId(ids), ...visibleTo(plan, actor)], { lock: "noKeyUpdate" });
  const snapshotById = new Map((await snapshots(unit, plan, rows)).map((snapshot) => [snapshot.row.id, snapshot]));
  const loadRows = buildLoader(unit);
  const records = [...snapshotById.values()].map(({ record }) => record);
  await preloadReferencedValues(loadRows, unit.plans, plan, records);
  const requests: WriteRequest[] = [];
  for (const { id, toWanted } of changes) {
    try {
      const previous = snapshotById.get(id);
      if (!previous) throw notFound(plan.name, id);
      if (isSharedWith(plan, actor, previous.row)) throw new PlatformError("forbidden");
      const desired = toWanted(previous.row, previous.record);
      requests.push(await prepareUpdate(unit, { plan, policy, loadRows }, previous, desired));
    } catch (error) {
      if (!(error instanceof PlatformError) || error.status >= 500) throw error;
      errors.set(id, error);
    }
  }
  if (requests.length > 0) for (const row of await writeRows(unit, plan, requests)) assertOwn(plan, actor, row);
  return errors;
}
