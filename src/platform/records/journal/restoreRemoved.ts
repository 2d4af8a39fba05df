import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isLoginPassword } from "../../../core/validation/commonPasswords.ts";
import {
  type FieldError,
  fieldError,
  notFound,
  PlatformError,
  validationFailed,
} from "../../../core/validation/errors.ts";
import { groupBy, groupRuns } from "../../../core/values/groupBy.ts";
import { deferReferences } from "../../db/referenceChanges.ts";
import { reinsertPreferences } from "../../preferences/preferenceStore.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { buildLoader, type Loader } from "../operations/loader.ts";
import { idsAt, type LoadedRow, referencesIn } from "../operations/references.ts";
import { assertOwn, uniqueErrors } from "../operations/writeInput.ts";
import { isSameField } from "../plan/columns.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, findVisible, selectRows, visibleTo } from "../query/selectRows.ts";
import { hashSecret } from "../secrets.ts";
import { journalChanges, ownColumns, resellerIdOfRow, unrestorableFields } from "../unitOfWork/journal.ts";
import { deriveValues, hasOnlyDefaults, inSlices, reinsertRows } from "../unitOfWork/store.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { isHidden, snapshots, type WriteRequest, writeRows } from "../unitOfWork/writeRow.ts";
import { isTermination, loadEntriesOfUnits, type StoredJournalEntry } from "./entries.ts";
import { isGone, rightToRestore } from "./restorable.ts";
import { restorableValuesOf, type SkipReason } from "./values.ts";

/** One record that comes back: made again, or its values put back. */
interface RestoredPart {
  readonly plan: ResourcePlan;
  readonly entry: StoredJournalEntry;
  readonly isAgain: boolean;
}

/** A value that does not come back, with its record. */
export interface SkippedOf {
  readonly resource: string;
  readonly id: number;
  readonly field: string;
  readonly reason: SkipReason | "newer";
}

/**
 * Loads what comes back with terminated records: themselves first, and whatever the transactions that terminated them
 * deleted or changed because it referred to one of them. `ends` are their entries, the latest first.
 */
export async function loadRestoredParts(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  ends: readonly StoredJournalEntry[],
): Promise<RestoredPart[]> {
  const endedIds = new Set(ends.map(({ id }) => id));
  const beside = await loadEntriesOfUnits(context, ends);
  const otherEntries = beside.filter(({ id }) => !endedIds.has(id));
  const parts = beside
    .filter(({ id }) => endedIds.has(id))
    .map((entry): RestoredPart => ({ plan, entry, isAgain: entry.kept?.row !== undefined }));
  const back = new Set(parts.map(({ entry }) => tableRowKey(plan, entry.resource_id)));
  const rows = await rowsBehind(context, plans, otherEntries);
  // Whatever depends on a record is journaled before it.
  for (const other of otherEntries) {
    const of = plans.get(other.resource_name);
    if (!of || other.operation === "create") continue;
    const isAgain = other.kept?.row !== undefined;
    const key = tableRowKey(of, other.resource_id);
    const row = other.kept?.row ?? rows.get(`${other.resource_name} ${other.resource_id}`);
    // Rows without a snapshot stay deleted: sounds, messages.
    if (other.operation === "delete" && !row) continue;
    const isOwners = of.owner !== undefined && back.has(tableRowKey(of.owner, other.resource_id));
    if (!back.has(key) && !isOwners && !refersTo(plans, of, { row, entry: other }, back)) continue;
    if (isAgain || isTermination(of.descriptor, other)) back.add(key);
    parts.push({ plan: of, entry: other, isAgain });
  }
  return parts;
}

/** Resources that share a table are one. */
function tableRowKey({ table }: ResourcePlan, id: number): string {
  return `${table} ${id}`;
}

async function rowsBehind(
  { db }: ReadContext,
  plans: Plans,
  entries: readonly StoredJournalEntry[],
): Promise<ReadonlyMap<string, Row>> {
  const there = entries.filter(({ kept }) => !kept?.row);
  const rows = new Map<string, Row>();
  for (const [name, ofResource] of groupBy(there, ({ resource_name }) => resource_name)) {
    const plan = plans.get(name);
    const ids = ofResource.map(({ resource_id }) => resource_id);
    for (const row of plan ? await selectRows(db, plan, [byId(ids)]) : []) rows.set(`${name} ${row.id}`, row);
  }
  return rows;
}

function refersTo(
  plans: Plans,
  plan: ResourcePlan,
  { row, entry }: { readonly row: Readonly<WireRecord> | undefined; readonly entry: StoredJournalEntry },
  back: ReadonlySet<string>,
): boolean {
  return plan.outgoing.some(({ field, inner, reference }) => {
    const target = plans.get(reference.resource);
    if (!target) return false;
    const records = [row ?? {}, { [field.name]: entry.changes[field.name]?.before }];
    return records.some((record) =>
      idsAt(record, [field.name, ...inner]).some(([, id]) => back.has(tableRowKey(target, id))),
    );
  });
}

export interface RestoredRecords {
  readonly row: Row;
  readonly records: number;
  readonly left: readonly SkippedOf[];
}

/**
 * Brings back a record that ended, with what it owned, in this transaction: deleted rows get their former ids. Throws
 * 409 when it is there, or its journal entry is from before such entries kept the record, and 422 where a number or
 * name was taken since, or what a record refers to has ended; 403 where the caller may not give it what it had.
 */
export async function restoreRemoved(
  unit: UnitOfWork,
  plan: ResourcePlan,
  entry: StoredJournalEntry,
): Promise<RestoredRecords> {
  const { records, left } = await restoreAllRemoved(unit, plan, [entry]);
  return { row: await findVisible(unit, plan, entry.resource_id), records, left };
}

/** Restores several records of one resource, those that were removed last first. */
export async function restoreAllRemoved(
  unit: UnitOfWork,
  plan: ResourcePlan,
  entries: readonly StoredJournalEntry[],
): Promise<Omit<RestoredRecords, "row">> {
  const parts = await loadRestoredParts(unit, unit.plans, plan, entries);
  const ids = entries.map(({ resource_id }) => resource_id);
  const rows = await selectRows(unit.db, plan, [byId(ids)], { lock: "noKeyUpdate" });
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  const again = new Set(parts.filter(({ isAgain }) => isAgain).map(({ entry }) => entry.id));
  for (const entry of entries) {
    const row = rowsById.get(entry.resource_id);
    if (!again.has(entry.id) && !row) throw new PlatformError("not_restorable");
    if (!isGone(plan, row)) throw new PlatformError("nothing_to_restore");
    // Undoing one's own removal needs no more; others bring back only what they could have created.
    if (entry.user_id !== unit.actor.adminId) assertMayGive(plan, unit.actor, entry);
  }
  const coming = new Set(parts.map((part) => tableRowKey(part.plan, part.entry.resource_id)));
  const returning = { unit, coming, load: buildLoader(unit) };
  const skipped: SkippedOf[] = [];
  for (const part of parts) unit.restores.set(`${part.plan.name} ${part.entry.resource_id}`, part.entry.id);
  await deferReferences(unit.db);
  for (const alike of groupRuns(parts, comeAlike, ({ entry }) => entry.resource_id)) {
    const [first] = alike;
    if (!first) continue;
    const { plan: of, isAgain } = first;
    await inSlices(unit, alike, async (slice) => {
      const some = slice.map((part) => part.entry);
      skipped.push(
        ...(await (isAgain ? recreateRows(returning, of, some) : restoreChangedValues(returning, of, some))),
      );
      for (const { kept } of some) await reinsertPreferences(unit.db, kept?.preferences ?? []);
    });
  }
  // Visible to those who may have it, as any created record.
  const visible = await selectRows(unit.db, plan, [byId(ids), ...visibleTo(plan, unit.actor)]);
  if (visible.length < ids.length)
    throw notFound(plan.name, ids.find((id) => !visible.some((row) => row.id === id)) ?? "");
  for (const row of visible) assertOwn(plan, unit.actor, row);
  return { records: parts.length, left: skipped };
}

/** Throws 403 when the record had values that the caller may not give. */
function assertMayGive(plan: ResourcePlan, actor: Actor, { resource_id: id, changes }: StoredJournalEntry): void {
  const right = rightToRestore(plan);
  const isRefused = plan.descriptor.fields.some((field) => {
    const before = changes[field.name]?.before ?? null;
    // The owner is checked once the record is there; secrets do not come back.
    if (
      !isGuarded(field) ||
      field.secret ||
      field.name === plan.descriptor.scope ||
      before === null ||
      isDeepStrictEqual(before, field.default ?? null)
    )
      return false;
    return !can(actor, plan.descriptor, right, { field, record: { id } });
  });
  if (isRefused) throw new PlatformError("forbidden");
}

interface RestoreContext {
  readonly unit: UnitOfWork;
  /** Reads what many records refer to once. */
  readonly load: Loader;
  /** All that comes back, by table and id. */
  readonly coming: ReadonlySet<string>;
}

/** Whether two are of one resource and come back in the same way. */
function comeAlike(part: RestoredPart, other: RestoredPart): boolean {
  return part.plan === other.plan && part.isAgain === other.isAgain;
}

/** Inserts deleted rows with their ids; those that are there stay as they are. */
async function recreateRows(
  returning: RestoreContext,
  plan: ResourcePlan,
  entries: readonly StoredJournalEntry[],
): Promise<SkippedOf[]> {
  const { unit } = returning;
  const ids = entries.map(({ resource_id }) => resource_id);
  const existing = await storedIds(unit, plan, ids);
  const missing = entries.filter(({ resource_id }) => !existing.has(resource_id));
  const skipped: SkippedOf[] = [];
  const errors: FieldError[] = [];
  const drafts: { id: number; version: number; values: Record<string, Json> }[] = [];
  for (const entry of missing) {
    const { row_version: version, ...keptValues }: Readonly<Record<string, Json>> = entry.kept?.row ?? {};
    const columns = new Set(ownColumns(plan));
    const values: Record<string, Json> = {};
    for (const [name, value] of Object.entries(keptValues)) if (columns.has(name)) values[name] = value;
    for (const name of unrestorableFields(plan)) {
      const field = plan.fields.get(name);
      if (!field) continue;
      const { before = null } = entry.changes[name] ?? {};
      if (before !== null) {
        const reason = field.file ? "file" : "secret";
        skipped.push({ resource: plan.name, id: entry.resource_id, field: name, reason });
      }
      if (plan.columns.has(name)) values[name] = await replacementFor(plan, field);
    }
    await plan.hooks.beforeRestore?.(values);
    errors.push(...(await uniqueErrors(unit, plan, { values, invalidFields: new Set() })));
    drafts.push({ id: entry.resource_id, version: typeof version === "number" ? version : 1, values });
  }
  const records = drafts.map(({ values }) => values);
  errors.push(...(await terminatedTargetErrors(returning, plan, records)));
  if (errors.length > 0) throw validationFailed(errors);
  if (drafts.length === 0) return skipped;
  await deriveValues(
    unit.db,
    unit.plans,
    plan,
    drafts.map(({ values }) => ({ values, previous: undefined })),
  );
  await reinsertRows(unit.db, plan, drafts);
  unit.noteWrite(plan.name);
  const rows = await selectRows(unit.db, plan, [byId(drafts.map(({ id }) => id))]);
  const created = await snapshots(unit, plan, rows);
  const noted = plan.descriptor.journal ? created : [];
  await unit.journal(
    ...noted.map((snapshot) => ({
      resource: plan.name,
      id: snapshot.row.id,
      operation: "create" as const,
      resellerId: resellerIdOfRow(plan, snapshot.row, unit.actor),
      changes: journalChanges(plan, undefined, snapshot),
    })),
  );
  await fillComputed(unit, plan, missing, created);
  return skipped;
}

/** Settings that nobody stored are read with version 0. */
async function storedIds({ db }: UnitOfWork, plan: ResourcePlan, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await selectRows(db, plan, [byId([...ids])]);
  return new Set(rows.filter((row) => !hasOnlyDefaults(plan, row)).map(({ id }) => id));
}

/** Returns a replacement for a secret that nobody stores: a new one if the column requires a value. */
async function replacementFor(plan: ResourcePlan, field: FieldDescriptor): Promise<string | null> {
  if (!plan.columns.get(field.name)?.notNull) return null;
  if (field.file) throw new PlatformError("not_restorable");
  const secret = randomBytes(18)
    .toString("base64url")
    .slice(0, field.maxLength ?? 24);
  return isLoginPassword(plan.name, field) ? hashSecret(secret) : secret;
}

/** An error at each reference to a record that has ended since. */
async function terminatedTargetErrors(
  { unit, coming, load }: RestoreContext,
  plan: ResourcePlan,
  records: readonly WireRecord[],
): Promise<FieldError[]> {
  const references = records.flatMap((record) => referencesIn(plan, record));
  const errors: FieldError[] = [];
  const targets = new Map<string, ReadonlyMap<number, LoadedRow>>();
  for (const { resource, lock } of references) {
    const key = `${resource} ${lock}`;
    if (targets.has(key)) continue;
    const ids = references
      .filter((reference) => reference.resource === resource && reference.lock === lock)
      .map(({ id }) => id);
    targets.set(key, await load(planOf(unit.plans, resource), [...new Set(ids)], lock));
  }
  for (const { resource, id, pointer, lock } of references) {
    const target = planOf(unit.plans, resource);
    const loaded = targets.get(`${resource} ${lock}`)?.get(id);
    const isComing = coming.has(tableRowKey(target, id));
    if (!isComing && (!loaded || isHidden(target, loaded.row) || isGone(target, loaded.row)))
      errors.push(fieldError(pointer, "reference", { resource }));
  }
  return errors;
}

/** Values that hooks store elsewhere, such as the networks of a set: through the hooks. */
async function fillComputed(
  unit: UnitOfWork,
  plan: ResourcePlan,
  entries: readonly StoredJournalEntry[],
  created: Awaited<ReturnType<typeof snapshots>>,
): Promise<void> {
  const requests = created.flatMap((previous): WriteRequest[] => {
    const entry = entries.find(({ resource_id }) => resource_id === previous.row.id);
    if (!entry) return [];
    const then = new Map<string, Json>();
    for (const { name, computed, readOnly, secret } of plan.descriptor.fields) {
      const before = entry.changes[name]?.before ?? null;
      if (!computed || readOnly || secret || isSameField({ [name]: before }, previous.record, name)) continue;
      then.set(name, before);
    }
    if (then.size === 0) return [];
    const input = { ...previous.record, ...Object.fromEntries(then) };
    return [{ previous, input, sentFields: new Set(then.keys()), values: {} }];
  });
  if (requests.length > 0) await writeRows(unit, plan, requests);
}

/** Puts back the values of rows that stayed, unless they were changed since. */
async function restoreChangedValues(
  returning: RestoreContext,
  plan: ResourcePlan,
  entries: readonly StoredJournalEntry[],
): Promise<SkippedOf[]> {
  const { unit } = returning;
  const ids = entries.map(({ resource_id }) => resource_id).sort((a, b) => a - b);
  const rows = await selectRows(unit.db, plan, [byId(ids)], { lock: "noKeyUpdate" });
  const skipped: SkippedOf[] = [];
  const requests: WriteRequest[] = [];
  const terminatedInputs: WireRecord[] = [];
  for (const previous of await snapshots(unit, plan, rows)) {
    const { id } = previous.row;
    const entry = entries.find(({ resource_id }) => resource_id === id);
    if (!entry) continue;
    const restorable = restorableValuesOf(plan, null, entry, previous.record);
    const note = (field: string, reason: SkippedOf["reason"]) =>
      skipped.push({ resource: plan.name, id, field, reason });
    for (const { field, reason } of restorable.left) note(field, reason);
    for (const { field, isNewer } of restorable.values) if (isNewer) note(field, "newer");
    const values = restorable.values.filter(({ isNewer }) => !isNewer);
    if (values.length === 0) continue;
    const then = Object.fromEntries(values.map(({ field, old: value }) => [field, value]));
    const input = { ...previous.record, ...then };
    if (isTermination(plan.descriptor, entry)) terminatedInputs.push(input);
    const storedValues = Object.fromEntries(Object.entries(then).filter(([name]) => plan.stored.has(name)));
    requests.push({ previous, input, sentFields: new Set(Object.keys(then)), values: storedValues });
  }
  const errors = await terminatedTargetErrors(returning, plan, terminatedInputs);
  if (errors.length > 0) throw validationFailed(errors);
  if (requests.length > 0) await writeRows(unit, plan, requests);
  return skipped;
}
