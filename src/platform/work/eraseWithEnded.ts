import { sql } from "kysely";
import type { Row } from "../entityHooks.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "./openWork.ts";

/** Erases what a record takes along when it gets its last status; nothing for any other change. */
export async function eraseWithEnded(work: OpenWork, plan: ResourcePlan, previous: Row, row: Row): Promise<void> {
  const { ends } = plan;
  if (!ends || row[ends.field] !== ends.value || previous[ends.field] === ends.value) return;
  const found = await occupied(work, ends.erases, row.id);
  for (const { resource, by } of found) {
    const rows = await work.find(resource, { [by]: row.id });
    await work.erase(
      resource,
      rows.map(({ id }) => id),
    );
  }
}

type Erased = NonNullable<ResourcePlan["ends"]>["erases"];

/** Those that have a row to erase at all, by one query: most records own next to nothing of what they could. */
async function occupied({ db, plans }: OpenWork, erases: Erased, id: number): Promise<Erased> {
  const questions = erases.map(({ resource, by }, index) => {
    const { table } = planOf(plans, resource);
    return sql`select ${sql.lit(index)}::int as place where exists (select 1 from ${sql.table(table)} where ${sql.ref(by)} = ${id})`;
  });
  const { rows } = await sql<{ place: number }>`${sql.join(questions, sql` union all `)}`.execute(db);
  const places = new Set(rows.map(({ place }) => place));
  return erases.filter((_, index) => places.has(index));
}
