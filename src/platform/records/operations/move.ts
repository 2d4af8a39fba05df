import { sql } from "kysely";
import { PlatformError } from "../../../core/validation/errors.ts";
import type { Row } from "../../resourceHooks.ts";
import { toParameter } from "../plan/columns.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { findVisible, from, inScope, whereAll } from "../query/selectRows.ts";
import { resellerIdOfRow } from "../unitOfWork/journal.ts";
import { updateRows } from "../unitOfWork/store.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";

export type Direction = "up" | "down";

/** Moves a record by one position within its group; a no-op at either end. */
export async function moveRecord(
  unit: UnitOfWork,
  plan: ResourcePlan,
  id: number | undefined,
  direction: Direction,
): Promise<void> {
  const { reorder } = plan.descriptor;
  if (!reorder) throw new PlatformError("unknown_path");
  const row = await findVisible(unit, plan, id, { lock: "noKeyUpdate" });
  const group = await groupOf(unit, plan, row, reorder);
  const index = group.findIndex((member) => member.id === row.id);
  const neighbour = group[direction === "up" ? index - 1 : index + 1];
  if (!neighbour) return;
  const moved = group.map((member) => (member === group[index] ? neighbour : member === neighbour ? row : member));
  await renumber(unit, plan, reorder.field, moved, valuesFor(group, reorder.field));
}

async function groupOf(
  unit: UnitOfWork,
  plan: ResourcePlan,
  row: Row,
  { field, within }: { readonly field: string; readonly within: readonly string[] },
): Promise<Row[]> {
  const same = within.map((name) => {
    const column = plan.columns.get(name);
    // A column takes values of its own type.
    const value = column ? toParameter(column, row[name], plan.timeZone) : null;
    return sql<boolean>`${sql.ref(`${rootAlias}.${name}`)} is not distinct from ${value}`;
  });
  const order = sql`${sql.ref(`${rootAlias}.${field}`)}, ${sql.ref(`${rootAlias}.id`)}`;
  const where = whereAll([...inScope(plan, unit.actor), ...same]);
  return (
    await sql<Row>`select ${plan.select} ${from(plan)} ${where} order by ${order} for no key update`.execute(unit.db)
  ).rows;
}

export function positionIn(row: Row, field: string): number {
  const position = row[field];
  return typeof position === "number" ? position : Number.NaN;
}

/** The existing position values, or 1, 2, … when some are equal or missing. */
function valuesFor(group: readonly Row[], field: string): number[] {
  const values = group.map((row) => positionIn(row, field));
  const isDistinct = new Set(values).size === values.length && !values.some(Number.isNaN);
  return isDistinct ? values : values.map((_, index) => index + 1);
}

/** Every value may be taken by a row that is yet to move, so changed rows are moved out of the way first. */
async function renumber(
  unit: UnitOfWork,
  plan: ResourcePlan,
  field: string,
  rows: readonly Row[],
  values: readonly number[],
): Promise<void> {
  const steps = rows.flatMap((row, index) =>
    row[field] === values[index] ? [] : [{ row, value: values[index] ?? 0 }],
  );
  const beyond = Math.max(...values, ...rows.map((row) => positionIn(row, field) || 0));
  for (const [index, { row }] of steps.entries()) {
    const ids = sql`${sql.ref("id")} = ${row.id}`;
    await sql`update ${sql.table(plan.table)} set ${sql.ref(field)} = ${beyond + 1 + index} where ${ids}`.execute(
      unit.db,
    );
  }
  for (const { row, value } of steps) {
    await updateRows(unit.db, plan, [{ previous: row, values: { [field]: value } }]);
    if (!plan.descriptor.journal) continue;
    const changes = { [field]: { before: row[field] ?? null, after: value } };
    const resellerId = resellerIdOfRow(plan, row, unit.actor);
    await unit.journal({ resource: plan.name, id: row.id, operation: "update", resellerId, changes });
  }
}
