import { isDeepStrictEqual } from "node:util";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { Actor, DeletedSnapshot, NewJournalEntry, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

type Changes = NewJournalEntry["changes"];

/** Replaces every secret. */
export const mask = "***";

/** A record for the journal: the stored row, and its API form with all fields. */
export interface Snapshot {
  readonly row: Row;
  readonly record: WireRecord;
}

/** Changed writable fields; secrets are always replaced by stars. */
export function journalChanges(plan: ResourcePlan, before: Snapshot | undefined, after: Snapshot | undefined): Changes {
  const from = masked(plan, before?.record);
  const to = masked(plan, after?.record);
  const changes: Record<string, Changes[string]> = {};
  for (const field of plan.descriptor.fields) {
    if (field.readOnly || field.internal) continue;
    if (field.secret || field.writeOnly) {
      const [then, now] = [before?.row[field.name] ?? null, after?.row[field.name] ?? null];
      if (then !== now)
        changes[field.name] = { before: then === null ? null : mask, after: now === null ? null : mask };
      continue;
    }
    const [then, now] = [from[field.name] ?? null, to[field.name] ?? null];
    if (then !== now && !isDeepStrictEqual(then, now)) changes[field.name] = { before: then, after: now };
  }
  return changes;
}

/** The reseller whose users can read the entry: the record's; of a record that two resellers see, that of the actor. */
export function resellerIdOfRow(
  plan: ResourcePlan,
  row: Row,
  { resellerId }: Pick<Actor, "resellerId">,
): number | null {
  const { descriptor, name } = plan;
  if (name === "resellers") return row.id;
  if (hasSides(plan)) return resellerId;
  const reseller = descriptor.scope === undefined ? null : row[descriptor.scope];
  return typeof reseller === "number" ? reseller : null;
}

/** Whether two resellers see a record of this resource, each of which reads only the fields of its own side. */
export function hasSides({ descriptor }: ResourcePlan): boolean {
  return descriptor.scope === undefined && descriptor.fields.some(({ scope }) => scope !== undefined);
}

function masked(plan: ResourcePlan, record: WireRecord | undefined): WireRecord {
  const { journalMask } = plan.hooks;
  return record && journalMask ? journalMask(record) : (record ?? {});
}

/**
 * Returns all that is needed to insert a row again that is about to be deleted, without secrets and files, which the
 * journal never has.
 */
export function toDeletedSnapshot(unit: UnitOfWork, plan: ResourcePlan, row: Row): DeletedSnapshot {
  if (plan.descriptor.isFinal) return deletedPreferencesOf(unit, plan, row.id);
  const excluded = new Set(unrestorableFields(plan));
  const columns = [...ownColumns(plan)]
    .filter((name) => !excluded.has(name))
    .map((name) => [name, row[name] ?? null] as const);
  return {
    row: Object.fromEntries(columns),
    ...deletedPreferencesOf(unit, plan, row.id),
  };
}

/** Returns what was deleted with a record whose row stays, hidden. Undefined if nothing was. */
export function deletedPartsOf(unit: UnitOfWork, plan: ResourcePlan, id: number): DeletedSnapshot | undefined {
  const snapshot = deletedPreferencesOf(unit, plan, id);
  return snapshot.preferences ? snapshot : undefined;
}

function deletedPreferencesOf(
  { deletedPreferences: all }: UnitOfWork,
  { name }: ResourcePlan,
  id: number,
): DeletedSnapshot {
  const preferences = all.get(`${name} ${id}`);
  return preferences?.length ? { preferences } : {};
}

/** Fields that a journal never holds. */
export function unrestorableFields({ descriptor }: ResourcePlan): string[] {
  return descriptor.fields
    .filter(({ secret, writeOnly, kind, file }) => secret || writeOnly || kind === "password" || file)
    .map(({ name }) => name);
}

/** Columns of the resource's own table with the version, without the id; settings also show columns of their owner. */
export function ownColumns({ columns, stored, owner }: ResourcePlan): Iterable<string> {
  if (!owner) return [...columns.keys()].filter((name) => name !== "id");
  const own = [...stored.values()].filter(({ field }) => field.name !== "id" && field.derive !== "id");
  return [...own.map(({ column }) => column.name), "row_version"];
}
