import { type RawBuilder, sql } from "kysely";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { countRows, selectRows } from "../query/selectRows.ts";
import { visibleTo, whereAll } from "../query/visible.ts";
import { eraseRows } from "../work/eraseRows.ts";
import { inSlices } from "../work/store.ts";
import type { ShapedParent } from "./csvShape.ts";
import type { CsvTask } from "./csvTask.ts";

/** Rows that a purge deletes: those of the owner, or all that the caller sees. Their parents stay. */
export function purgedRows({ plan, shape, ownerId, reading: { actor } }: CsvTask): RawBuilder<boolean> {
  const field = shape.owner?.field;
  const parent = shape.parents.find(({ ownerField }) => ownerField);
  const conditions = [
    ...visibleTo(plan, actor),
    ...(field === undefined ? [] : [sql<boolean>`${columnOf(field)} = ${ownerId}`]),
    ...(parent ? [sql<boolean>`${columnOf(parent.reference.name)} in (${idsOf(parent, ownerId)})`] : []),
  ];
  return conditions.length === 0 ? sql.lit(true) : sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Number of records that a purge deletes, by resource as in the report. */
export async function countPurged(task: CsvTask): Promise<Record<string, number>> {
  return { [task.plan.name]: await countRows(task.reading, task.plan, [purgedRows(task)]) };
}

/** How many of them have a value in the field that the schema names. */
export async function countMarked(task: CsvTask): Promise<number | undefined> {
  const { reading, work = reading, plan } = task;
  const { purgeMarks } = plan.descriptor.csv ?? {};
  if (purgeMarks === undefined) return undefined;
  return countRows(work, plan, [purgedRows(task), sql<boolean>`${columnOf(purgeMarks)} is not null`]);
}

/** Deletes them: in batches when hooks or references are involved, else with one statement. */
export async function purge(task: CsvTask, work: NonNullable<CsvTask["work"]>): Promise<Record<string, number>> {
  const { plan, signal } = task;
  const rows = purgedRows(task);
  let count = 0;
  if (isAlone(plan)) {
    const found = sql`select ${columnOf("id")} from ${sql.table(plan.table)} as ${sql.ref(rootAlias)} ${whereAll([rows])}`;
    const { numAffectedRows } = await sql`delete from ${sql.table(plan.table)} where id in (${found})`.execute(work.db);
    count = Number(numAffectedRows ?? 0);
  } else {
    const going = await selectRows(work.db, plan, [rows], { lock: "update" });
    await inSlices(work, going, async (slice) => {
      signal.throwIfAborted();
      await eraseRows(work, plan, slice);
    });
    count = going.length;
  }
  work.noteWrite(plan.name);
  return { [plan.name]: count };
}

/** Nothing references its rows, and nothing depends on them. */
function isAlone({ incoming, hooks, descriptor, feeds }: ResourcePlan): boolean {
  const hasMore = descriptor.preferences !== undefined || descriptor.fields.some(({ file }) => file);
  return incoming.length === 0 && feeds.length === 0 && !hooks.beforeRemove && !hooks.remove && !hasMore;
}

function idsOf({ plan, ownerField }: ShapedParent, ownerId: number | undefined): RawBuilder<unknown> {
  return sql`select id from ${sql.table(plan.table)} where ${sql.ref(ownerField ?? "")} = ${ownerId}`;
}

function columnOf(name: string): RawBuilder<unknown> {
  return sql.ref(`${rootAlias}.${name}`);
}
