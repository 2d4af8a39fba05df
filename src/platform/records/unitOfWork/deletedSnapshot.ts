import type { DeletedSnapshot, Row } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

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
