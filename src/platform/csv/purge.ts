import { type RawBuilder, sql } from "kysely";
import { countRows } from "../operations/countRows.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { visibleTo, whereAll } from "../query/visible.ts";
import { eraseRow } from "../work/eraseRow.ts";
import { selectRows } from "../work/store.ts";
import type { ShapedParent } from "./csvShape.ts";
import type { CsvTask } from "./csvTask.ts";

/** Resources that a purge takes records of, and which of their rows: those before others that need them. */
export function purgedRows({
  plan,
  shape,
  ownerId,
  reading: { actor },
}: CsvTask): [ResourcePlan, RawBuilder<boolean>][] {
  const parents = shape.purge === "parents" ? shape.parents : [];
  const owned = shape.parents.find(({ ownerField }) => ownerField);
  const ofOwner = (target: ResourcePlan, field: string | undefined) =>
    all([
      ...visibleTo(target, actor),
      ...(field === undefined ? [] : [sql<boolean>`${sql.ref(`${rootAlias}.${field}`)} = ${ownerId}`]),
    ]);
  const behind = owned && [
    sql<boolean>`${sql.ref(`${rootAlias}.${owned.reference.name}`)} in (${idsOf(owned, ownerId)})`,
  ];
  return [
    [plan, all([ofOwner(plan, shape.owner?.field), ...(behind ?? [])])],
    ...parents.map((parent): [ResourcePlan, RawBuilder<boolean>] => [
      parent.plan,
      ofOwner(parent.plan, parent.ownerField),
    ]),
  ];
}

/** How many records of each resource a purge takes. */
export async function countPurged(task: CsvTask): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [plan, rows] of purgedRows(task)) counts[plan.name] = await countRows(task.reading, plan, [rows]);
  return counts;
}

/** Takes them away: one by one where others have to be asked or told, else at once. */
export async function purge(task: CsvTask, work: NonNullable<CsvTask["work"]>): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [plan, rows] of purgedRows(task)) {
    if (isAlone(plan)) {
      const found = sql`select ${sql.ref(`${rootAlias}.id`)} from ${sql.table(plan.table)} as ${sql.ref(rootAlias)} ${whereAll([rows])}`;
      const { numAffectedRows } = await sql`delete from ${sql.table(plan.table)} where id in (${found})`.execute(
        work.db,
      );
      counts[plan.name] = Number(numAffectedRows ?? 0);
    } else {
      const going = await selectRows(work.db, plan, [rows]);
      for (const row of going) {
        task.signal.throwIfAborted();
        await eraseRow(work, plan, row);
      }
      counts[plan.name] = going.length;
    }
    work.noteWrite(plan.name);
  }
  return counts;
}

/** Nothing refers to its rows, and nothing is kept beside them. */
function isAlone({ incoming, hooks, descriptor, feeds }: ResourcePlan): boolean {
  const hasMore = descriptor.preferences !== undefined || descriptor.fields.some(({ file }) => file);
  return incoming.length === 0 && feeds.length === 0 && !hooks.beforeRemove && !hooks.remove && !hasMore;
}

function idsOf({ plan, ownerField }: ShapedParent, ownerId: number | undefined): RawBuilder<unknown> {
  return sql`select id from ${sql.table(plan.table)} where ${sql.ref(ownerField ?? "")} = ${ownerId}`;
}

function all(conditions: Parameters<typeof whereAll>[0]): RawBuilder<boolean> {
  return conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join([...conditions], sql` and `)})`;
}
