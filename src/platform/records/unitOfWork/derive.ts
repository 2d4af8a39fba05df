import { sql } from "kysely";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { Db } from "../../db/tables.ts";
import { valuesById } from "../../db/valuesById.ts";
import type { ColumnValues, Row, WriteEvent } from "../../resourceHooks.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";

/** Sets derived columns of rows whose reference is new. */
export async function deriveValues(
  db: Db,
  plans: Plans,
  plan: ResourcePlan,
  events: readonly Pick<WriteEvent, "values" | "previous">[],
): Promise<void> {
  for (const { field, via, target, source } of plan.derivations) {
    const idOf = ({ values, previous }: (typeof events)[number]) => (via in values ? values[via] : previous?.[via]);
    const renewed = events.filter((event) => !event.previous || idOf(event) !== event.previous[via]);
    if (renewed.length === 0) continue;
    const ids = renewed.map(idOf).filter((id) => typeof id === "number");
    const valuesOfTargets = await valuesById<Json>(db, planOf(plans, target).table, source, ids);
    for (const event of renewed) event.values[field] = valuesOfTargets.get(Number(idOf(event))) ?? null;
  }
}

/** A row after a change. */
interface ChangedRow {
  readonly row: Row;
  /** Changed columns. */
  readonly changed: Readonly<ColumnValues>;
}

/** Updates all copies of changed columns, and the copies of these. */
export async function updateDerivedCopies(db: Db, plan: ResourcePlan, changes: readonly ChangedRow[]): Promise<void> {
  for (const column of new Set(plan.feeds.map(({ derivation }) => derivation.source))) {
    const idsByValue = new Map<unknown, number[]>();
    for (const { row, changed } of changes) {
      if (!(column in changed)) continue;
      const ids = idsByValue.get(row[column]) ?? [];
      idsByValue.set(row[column], ids);
      ids.push(row.id);
    }
    for (const [value, ids] of idsByValue) await updateCopies(db, plan, ids, column, value);
  }
}

async function updateCopies(
  db: Db,
  plan: ResourcePlan,
  ids: readonly number[],
  column: string,
  value: unknown,
): Promise<void> {
  if (ids.length === 0) return;
  for (const { to, derivation } of plan.feeds.filter((feed) => feed.derivation.source === column)) {
    const copy = sql.ref(derivation.field);
    const version = sql.ref("row_version");
    const { rows } = await sql<Row>`update ${sql.table(to.table)}
      set ${copy} = ${value ?? null}, ${version} = ${version} + 1
      where ${sql.ref(derivation.via)} = any(${[...ids]}::integer[]) and ${copy} is distinct from ${value ?? null}
      returning ${sql.ref("id")}`.execute(db);
    const updated = rows.map((row) => row.id);
    await updateCopies(db, to, updated, derivation.field, value);
  }
}
