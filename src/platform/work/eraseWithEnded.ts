import { sql } from "kysely";
import type { Row } from "../entityHooks.ts";
import { planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { from, whereAll } from "../query/visible.ts";
import type { Snapshot } from "./journal.ts";
import type { OpenWork } from "./openWork.ts";

interface Update {
  readonly before: Snapshot | undefined;
  readonly row: Row;
}

/** Erases what is deleted with records that get their final status (`status.erases`). */
export async function eraseWithEnded(work: OpenWork, plan: ResourcePlan, updates: readonly Update[]): Promise<void> {
  const { ends } = plan;
  if (!ends) return;
  const ended = updates
    .filter(({ before, row }) => row[ends.field] === ends.value && before?.row[ends.field] !== ends.value)
    .map(({ row }) => row.id);
  if (ended.length === 0) return;
  // With one query, as most records have few of these.
  const questions = ends.erases.map(({ resource, by }, index) => {
    const target = planOf(work.plans, resource);
    const conditions = [...target.own, sql<boolean>`${sql.ref(`${rootAlias}.${by}`)} = any(${ended}::integer[])`];
    const columns = sql`${sql.lit(index)}::integer as place, ${sql.ref(`${rootAlias}.id`)}`;
    return sql`select ${columns} ${from(target)} ${whereAll(conditions)}`;
  });
  const owned = await sql<{ place: number; id: number }>`${sql.join(questions, sql` union all `)}`.execute(work.db);
  for (const [index, { resource }] of ends.erases.entries()) {
    const ids = owned.rows.filter(({ place }) => place === index).map(({ id }) => id);
    await work.erase(resource, ids);
  }
}
