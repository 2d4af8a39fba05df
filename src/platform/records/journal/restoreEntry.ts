import { fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";
import { type DesiredRecord, type UpdateRequest, updateRecord } from "../operations/update.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { isChange, loadEntriesSince, type StoredJournalEntry } from "./entries.ts";
import {
  type RestorableValue,
  type RestorableValues,
  restorableValuesOf,
  restorableValuesSince,
  type SkippedValue,
} from "./values.ts";

export interface RestoreOptions {
  /** These fields only; absent: all. */
  readonly fields?: readonly string[] | undefined;
  /** Also where the field was changed since. */
  readonly overwrite: boolean;
}

export interface RestoreRequest extends RestoreOptions, UpdateRequest {
  readonly id: number;
}

interface RestoreResult {
  readonly row: Row;
  readonly left: readonly SkippedValue[];
}

/**
 * Puts back what an entry changed, as an ordinary update of the record. Throws 409 where nothing would change, and
 * where a field was changed since unless the wish is to overwrite it.
 */
export async function restoreEntry(
  unit: UnitOfWork,
  request: RestoreRequest,
  entry: StoredJournalEntry,
): Promise<RestoreResult> {
  if (!isChange(entry)) throw new PlatformError("nothing_to_restore");
  return restore(unit, request, entry.id, Object.keys(entry.changes), (record) =>
    restorableValuesOf(request.plan, unit.actor, entry, record),
  );
}

/** Puts a record back as it was at a time. Throws 409 where nothing would change. */
export async function restoreAt(unit: UnitOfWork, request: RestoreRequest, time: Date): Promise<RestoreResult> {
  const { plan, id } = request;
  const entries = await loadEntriesSince(unit, plan, id, time);
  const [oldest] = entries;
  if (!oldest) throw new PlatformError("nothing_to_restore");
  const changedFields = entries.flatMap((entry) => Object.keys(entry.changes));
  return restore(unit, request, oldest.id, changedFields, (record) =>
    restorableValuesSince(plan, unit.actor, entries, record),
  );
}

async function restore(
  unit: UnitOfWork,
  request: RestoreRequest,
  entryId: number,
  changedFields: readonly string[],
  find: (record: DesiredRecord["body"]) => RestorableValues,
): Promise<RestoreResult> {
  const { plan, id, fields, overwrite } = request;
  const isWanted = fieldChoice(fields, changedFields);
  let skipped: readonly SkippedValue[] = [];
  const row = await updateRecord(unit, request, async (_, record) => {
    const restorable = find(record);
    skipped = restorable.left.filter(isWanted);
    const input = restoreInput(restorable.values.filter(isWanted), record, overwrite);
    unit.restores.set(`${plan.name} ${id}`, entryId);
    return input;
  });
  return { row, left: skipped };
}

/** Which of the changed fields are put back: those that are named, or all. Throws 422 for others. */
export function fieldChoice(fields: RestoreOptions["fields"], changedFields: readonly string[]) {
  if (fields?.some((name) => !changedFields.includes(name)))
    throw validationFailed([fieldError("/fields", "enum", { allowedValues: [...new Set(changedFields)] })]);
  return ({ field }: { readonly field: string }) => fields?.includes(field) ?? true;
}

/** The record with these values put back. Throws 409 where there are none, or where they were changed since. */
export function restoreInput(
  values: readonly RestorableValue[],
  record: DesiredRecord["body"],
  overwrite: boolean,
): DesiredRecord {
  if (values.length === 0) throw new PlatformError("nothing_to_restore");
  if (!overwrite) assertNothingNewer(values);
  const body = { ...record };
  for (const { field, old } of values) body[field] = old;
  return { body, sentFields: new Set(values.map(({ field }) => field)) };
}

function assertNothingNewer(values: readonly RestorableValue[]): void {
  const newer = values.filter(({ isNewer }) => isNewer).map(({ field }) => field);
  if (newer.length > 0) throw new PlatformError("newer_changes", { fields: newer.join(", ") });
}

/** The fields of a record at a time in the past, as far as they differ from now. */
interface PastRecord extends RestorableValues {
  /** The oldest change since; null: there is none. */
  readonly entry: number | null;
  /** Whether the record was there already. */
  readonly existed: boolean;
}

export async function recordAsOf(
  context: ReadContext,
  plan: ResourcePlan,
  { id, time, record }: { readonly id: number; readonly time: Date; readonly record: DesiredRecord["body"] },
): Promise<PastRecord> {
  const entries = await loadEntriesSince(context, plan, id, time);
  return {
    ...restorableValuesSince(plan, context.actor, entries, record),
    entry: entries[0]?.id ?? null,
    existed: !entries.some(({ operation }) => operation === "create"),
  };
}
