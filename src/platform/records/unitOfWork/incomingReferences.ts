import { type RawBuilder, sql } from "kysely";
import type { Json } from "../../../core/schema/descriptor.ts";
import { inUse } from "../../../core/validation/errors.ts";
import { type IncomingReference, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Conditions, countRows, from, whereAll } from "../query/selectRows.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

/**
 * Throws `in_use` for the first row that others refer to. For deleted rows all visible referrers count; for hidden rows
 * only those that are not terminated, except resources that get the same status.
 */
export async function assertUnreferenced(
  unit: UnitOfWork,
  plan: ResourcePlan,
  ids: readonly number[],
  by: "notHidden" | "living",
): Promise<void> {
  const sharesStatus = by === "living" ? (plan.descriptor.statusCascadesTo ?? []) : [];
  const needing = plan.incoming.filter(
    (reference) => !allowsTargetDelete(reference) && !sharesStatus.includes(reference.from.name),
  );
  const counts = await queryIncoming<{ count: number }>(unit, needing, (incoming) =>
    referring(incoming, ids, sql`count(*)::integer as count`, incoming.from[by]),
  );
  const referrers = counts.filter(({ count }) => count > 0).map(({ position }) => needing[position]);
  for (const id of referrers.length > 0 ? ids : []) {
    for (const incoming of referrers) {
      if (!incoming) continue;
      const { from: resource } = incoming;
      const conditions = [...resource.own, ...resource[by], refersTo(incoming, [id])];
      const count = await countRows(unit, resource, conditions);
      if (count > 0) throw inUse(plan.name, resource.name, count);
    }
  }
}

/** Whether `onDelete` cascades or clears the reference. */
export function allowsTargetDelete({ reference }: IncomingReference): boolean {
  return reference.onDelete === "cascade" || reference.onDelete === "setNull";
}

/** Asks one question about each reference, with a single query. */
export async function queryIncoming<T>(
  { db }: UnitOfWork,
  incoming: readonly IncomingReference[],
  question: (incoming: IncomingReference) => RawBuilder<unknown>,
): Promise<(T & { readonly position: number })[]> {
  if (incoming.length === 0) return [];
  const questions = incoming.map(
    (reference, position) => sql`select ${sql.lit(position)}::integer as position, ${question(reference)}`,
  );
  return (await sql<T & { readonly position: number }>`${sql.join(questions, sql` union all `)}`.execute(db)).rows;
}

/** The rest of such a query. Settings that are not stored refer to nothing, so their owners are not read. */
export function referring(
  incoming: IncomingReference,
  ids: readonly number[],
  columns: RawBuilder<unknown>,
  conditions: Conditions,
): RawBuilder<unknown> {
  const { from: resource } = incoming;
  const source = resource.owner ? sql`from ${sql.table(resource.table)} as ${sql.ref(rootAlias)}` : from(resource);
  const own: Conditions = resource.owner ? [] : [...resource.own, ...conditions];
  return sql`${columns} ${source} ${whereAll([...own, refersTo(incoming, ids)])}`;
}

function refersTo({ field, inner }: IncomingReference, ids: readonly number[]): RawBuilder<boolean> {
  const column = sql.ref(`${rootAlias}.${field.name}`);
  if (field.kind === "reference") return sql<boolean>`${column} = any(${[...ids]}::integer[])`;
  const part = (id: number) => inner.reduceRight<Json>((value, name) => ({ [name]: value }), id);
  const parts = ids.map((id) => JSON.stringify(field.kind === "object" ? part(id) : [part(id)]));
  return sql<boolean>`${column} @> any(${parts}::jsonb[])`;
}

/** Erases the stored settings of records that are deleted or terminated, with a journal entry each. */
export async function deleteSettings(
  unit: UnitOfWork,
  { settings }: ResourcePlan,
  ids: readonly number[],
): Promise<void> {
  if (settings.length === 0 || ids.length === 0) return;
  const parts = settings.map(
    ({ name, table }) =>
      sql`select ${sql.lit(name)} as name, id from ${sql.table(table)} where id = any(${[...ids]}::integer[])`,
  );
  const { rows } = await sql<{ name: string; id: number }>`${sql.join(parts, sql` union all `)}`.execute(unit.db);
  for (const { name } of settings) {
    const stored = rows.filter((row) => row.name === name).map(({ id }) => id);
    if (stored.length > 0) await unit.deleteMany(name, stored);
  }
}
