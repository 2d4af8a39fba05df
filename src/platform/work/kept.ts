import type { Json } from "../../core/descriptor.ts";
import type { Kept, Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "./openWork.ts";

/** What makes a row again that is about to be deleted: all of it but secrets and files, which the journal never has. */
export function keptOf(work: OpenWork, plan: ResourcePlan, row: Row): Kept {
  if (plan.descriptor.isFinal) return keptPreferences(work, plan, row.id);
  const left = new Set(notKept(plan));
  const columns = [...ownColumns(plan)].filter((name) => !left.has(name)).map((name) => [name, row[name] ?? null]);
  return { row: Object.fromEntries(columns) as { [column: string]: Json }, ...keptPreferences(work, plan, row.id) };
}

/** What was deleted with a record whose row stays, hidden; undefined: nothing. */
export function keptBeside(work: OpenWork, plan: ResourcePlan, id: number): Kept | undefined {
  const kept = keptPreferences(work, plan, id);
  return kept.preferences ? kept : undefined;
}

function keptPreferences({ keptPreferences: all }: OpenWork, { name }: ResourcePlan, id: number): Kept {
  const preferences = all.get(`${name} ${id}`);
  return preferences?.length ? { preferences } : {};
}

/** Fields that a journal never holds. */
export function notKept({ descriptor }: ResourcePlan): string[] {
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
