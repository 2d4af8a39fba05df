import { type RawBuilder, sql } from "kysely";
import { inUse } from "../../core/errors.ts";
import type { RemoveEvent, Row } from "../entityHooks.ts";
import { forgetFiles } from "../files/fileStore.ts";
import { countRows } from "../operations/countRows.ts";
import { type IncomingReference, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { forgetPreferences, forgetReferences } from "../preferences/preferenceStore.ts";
import { changesBetween, resellerOf } from "./journal.ts";
import type { OpenWork } from "./openWork.ts";
import { forgetSettings } from "./settings.ts";
import { deleteRow, selectRows } from "./store.ts";
import { snapshot } from "./writeRow.ts";

/**
 * Removes a row for good: refused while rows in use refer to it (423), unless their reference says that they go too
 * or let go. `beforeRemove` of the entity is run unless the caller has done so.
 */
export async function eraseRow(
  work: OpenWork,
  plan: ResourcePlan,
  row: Row,
  { isPrepared = false } = {},
): Promise<void> {
  // Two rows may own each other; whoever comes second finds the other on its way out.
  if (!work.startErasing(plan.table, row.id)) return;
  if (plan.owner && row.version === 0) return;
  const event: RemoveEvent = { work, descriptor: plan.descriptor, row };
  if (!isPrepared) await plan.hooks.beforeRemove?.(event);
  const before = plan.descriptor.journal ? await snapshot(work, plan, row) : undefined;
  // First of all: they refer to what else is the record's own.
  await forgetSettings(work, plan, row.id);
  for (const reference of lettingGoFirst(plan.incoming)) await release(work, plan, reference, row.id);
  await forgetPreferences(work.db, plan.name, row.id);
  await forgetReferences(work.db, plan.name, row.id);
  await deleteRow(work.db, plan, row.id);
  await forgetFiles(work.db, plan, row.id);
  work.noteWrite(plan.name);
  if (!before) return;
  await work.journal({
    resource: plan.name,
    id: row.id,
    operation: "delete",
    resellerId: resellerOf(plan, row),
    changes: changesBetween(plan, before, undefined),
  });
}

async function release(work: OpenWork, plan: ResourcePlan, incoming: IncomingReference, id: number): Promise<void> {
  const { from, field, inner, reference } = incoming;
  const conditions = [...from.own, refersTo(incoming, id)];
  if (reference.onDelete === "cascade") {
    for (const row of await selectRows(work.db, from, conditions)) await eraseRow(work, from, row);
  } else if (reference.onDelete === "clear" && !inner) {
    for (const row of await selectRows(work.db, from, conditions)) {
      const list = row[field.name];
      const value = Array.isArray(list) ? list.filter((one) => one !== id) : null;
      await work.change(from.name, [row.id], { [field.name]: value });
    }
  } else {
    const count = await countRows(work, from, [...conditions, ...from.notHidden]);
    if (count > 0) throw inUse(plan.name, from.name, count);
  }
}

/** Rows that go along need not be asked whether they still need this one. */
function lettingGoFirst(incoming: readonly IncomingReference[]): IncomingReference[] {
  const goes = ({ reference }: IncomingReference) => reference.onDelete === "cascade" || reference.onDelete === "clear";
  return [...incoming.filter(goes), ...incoming.filter((one) => !goes(one))];
}

function refersTo({ field, inner }: IncomingReference, id: number): RawBuilder<boolean> {
  const column = sql.ref(`${rootAlias}.${field.name}`);
  if (field.kind === "reference") return sql<boolean>`${column} = ${id}`;
  if (field.kind === "object") return sql<boolean>`${column} @> ${JSON.stringify({ [inner ?? ""]: id })}::jsonb`;
  return sql<boolean>`${column} @> ${JSON.stringify([inner ? { [inner]: id } : id])}::jsonb`;
}
