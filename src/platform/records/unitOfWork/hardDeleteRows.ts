import { type Kysely, sql } from "kysely";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { tables } from "../../../generated/tables.gen.ts";
import { deferReferences, type ForeignKey, foreignKeysOf } from "../../db/referenceChanges.ts";
import { deleteUnlessReferenced } from "../../db/statements.ts";
import { deletePreferences, deleteReferencesTo } from "../../preferences/preferenceStore.ts";
import type { Row } from "../../resourceHooks.ts";
import { deleteFiles } from "../files/fileStore.ts";
import type { OutgoingReference, ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, selectRows } from "../query/selectRows.ts";
import {
  allowsTargetDelete,
  assertUnreferenced,
  deleteSettings,
  queryIncoming,
  referring,
} from "./incomingReferences.ts";
import { journalChanges, resellerIdOfRow, type Snapshot, toDeletedSnapshot } from "./journal.ts";
import { hasOnlyDefaults, inSlices } from "./store.ts";
import type { UnitOfWork } from "./unitOfWork.ts";
import { snapshots } from "./writeRow.ts";

/** Erases the existing rows with these ids, in slices. */
export async function hardDeleteByIds(unit: UnitOfWork, plan: ResourcePlan, ids: readonly number[]): Promise<void> {
  await inSlices(unit, ids, async (slice) => {
    const rows = await selectRows(unit.db, plan, [byId(slice)], { lock: "update" });
    await hardDeleteRows(unit, plan, rows);
  });
}

/**
 * Deletes rows for good, with the same statements for all. Fails with 423 while rows in use refer to one of them,
 * unless the reference cascades or is cleared. Runs `beforeRemove` of the resource unless the caller has done so.
 */
export async function hardDeleteRows(
  unit: UnitOfWork,
  plan: ResourcePlan,
  rows: readonly Row[],
  { isPrepared = false } = {},
): Promise<void> {
  // Two rows can own each other: the second one is deleted while the first, about to be deleted, still refers to it.
  if (rows.some(({ id }) => unit.isErasing(plan.table, id))) await deferReferences(unit.db);
  const erased = rows.filter((row) => unit.startErasing(plan.table, row.id) && !hasOnlyDefaults(plan, row));
  if (erased.length === 0) return;
  const { descriptor, hooks } = plan;
  if (!isPrepared && hooks.beforeRemove)
    for (const row of erased) await hooks.beforeRemove({ context: unit, descriptor, row });
  const before = descriptor.journal ? await snapshots(unit, plan, erased) : [];
  const ids = erased.map(({ id }) => id);
  // Settings come first, as they can refer to other rows of the record.
  await deleteSettings(unit, plan, ids);
  // Cascades come before the check, so that it ignores their rows.
  await applyOnDelete(unit, plan, ids);
  await assertUnreferenced(unit, plan, ids, "notHidden");
  await deletePreferences(unit, plan.name, ids);
  await deleteReferencesTo(unit, plan.name, ids);
  await deleteRows(unit.db, plan, ids);
  await deleteFiles(unit.db, plan, ids);
  unit.noteWrite(plan.name);
  await unit.journal(...before.map((snapshot) => entryOf(unit, plan, snapshot)));
}

function entryOf(unit: UnitOfWork, plan: ResourcePlan, before: Snapshot) {
  return {
    resource: plan.name,
    id: before.row.id,
    operation: "delete" as const,
    resellerId: resellerIdOfRow(plan, before.row, unit.actor),
    changes: journalChanges(plan, before, undefined),
    kept: toDeletedSnapshot(unit, plan, before.row),
  };
}

/** Applies `onDelete`: erases rows whose reference cascades, and clears all other references. */
async function applyOnDelete(unit: UnitOfWork, plan: ResourcePlan, ids: readonly number[]): Promise<void> {
  const letting = plan.incoming.filter(allowsTargetDelete);
  const referrers = await queryIncoming<{ id: number }>(unit, letting, (incoming) =>
    referring(incoming, ids, sql`id`, []),
  );
  const byReference = groupBy(referrers, ({ position }) => position);
  for (const [position, { from: resource, field, inner, reference }] of letting.entries()) {
    const referrerIds = (byReference.get(position) ?? []).map(({ id }) => id).sort((a, b) => a - b);
    if (reference.onDelete === "cascade") await hardDeleteByIds(unit, resource, referrerIds);
    else {
      const staying = referrerIds.filter((id) => !unit.isErasing(resource.table, id));
      await unit.updateMany(resource.name, staying, (row) => ({
        [field.name]: withoutReferencesTo(row, { field, inner }, ids),
      }));
    }
  }
}

/** A value that refers to none of these rows. Entries of lists go where they could not be without the reference. */
function withoutReferencesTo(
  holder: Readonly<WireRecord>,
  reference: Pick<OutgoingReference, "field" | "inner">,
  ids: readonly number[],
): Json {
  const [name, ...inner] = reference.inner;
  const value = holder[reference.field.name] ?? null;
  const isNamed = (value: Json) => ids.some((id) => id === value);
  if (name === undefined) return Array.isArray(value) ? value.filter((item) => !isNamed(item)) : null;
  const field = reference.field.fields?.find((part) => part.name === name);
  if (!field || value === null) return value;
  const isList = Array.isArray(value);
  const remaining = (isList ? value : [value]).filter(isObject).flatMap((entry): Json[] => {
    const reference = entry[name] ?? null;
    const isIts = inner.length > 0 || Array.isArray(reference) || isNamed(reference);
    const cleared = isIts ? withoutReferencesTo(entry, { field, inner }, ids) : reference;
    return isIts && cleared === null && reference !== null && field.required ? [] : [{ ...entry, [name]: cleared }];
  });
  return isList ? remaining : (remaining[0] ?? null);
}

/** Foreign keys by referenced table. */
const keysTo = groupBy(tables.flatMap(foreignKeysOf), ({ table }) => table);

/** For fewer rows, checking each foreign key is faster than planning one query for all of them. */
const MANY = 10;

export async function deleteRows(db: Kysely<Tables>, { table }: ResourcePlan, ids: readonly number[]): Promise<void> {
  const query = sql`delete from ${sql.table(table)} where ${sql.ref("id")} = any(${[...ids]}::integer[])`;
  const keys = keysTo.get(table) ?? [];
  if (ids.length < MANY || keys.length === 0) await query.execute(db);
  else await deleteUnlessReferenced(query, anyReferring(keys, ids), db);
}

/** Finds a row that refers to one of these rows. */
function anyReferring(keys: readonly ForeignKey[], ids: readonly number[]) {
  const checks = keys.map(
    ({ from, column }) =>
      sql`exists (select from ${sql.table(from)} where ${sql.ref(column)} = any((select ids from deleted)::integer[]))`,
  );
  return sql`with deleted as (select ${[...ids]}::integer[] as ids) select 1 where ${sql.join(checks, sql` or `)}`;
}
