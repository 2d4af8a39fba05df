import { sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { computedFields, computeFields, type Sums } from "../../../core/validation/expressions/computeFields.ts";
import { anyOf } from "../../db/statements.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { readGrant, readsField } from "../actor.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { columnFor, from, visibleTo, whereAll } from "../query/selectRows.ts";

interface ComputeOptions {
  /** Whether sums over children are wanted. */
  readonly hasSums: boolean;
  readonly isReadable: (index: number, name: string) => boolean;
}

/** Sets what expressions compute of a page of records, from what these show. */
export async function computeRecords(
  context: ReadContext,
  plan: ResourcePlan,
  records: readonly (WireRecord & { readonly id: number })[],
  { hasSums, isReadable }: ComputeOptions,
): Promise<void> {
  const fields = computedFields(plan.descriptor.fields);
  if (fields.length === 0) return;
  const sums = hasSums ? await sumsById(context, plan, new Set(records.map(({ id }) => id))) : undefined;
  for (const [index, record] of records.entries()) {
    const readable = fields.filter(({ name }) => isReadable(index, name));
    computeFields(readable, record, sums?.get(record.id));
  }
}

/** The sums over children, of those that the caller may read: a query for each resource of children. */
async function sumsById(
  { actor, db }: ReadContext,
  { childSums }: ResourcePlan,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, Sums>> {
  const sums = new Map([...ids].map((id) => [id, new Map<string, number | null>()]));
  for (const { child, reference, fields } of childSums) {
    const readable = fields.filter((name) => readsField(actor, child.descriptor, child.fields.get(name)));
    if (readable.length === 0 || readGrant(actor, child.descriptor) === "none") continue;
    const parent = sql<number>`${sql.ref(`${rootAlias}.${reference}`)}`;
    const columns = readable.map((name) => sql`sum(${columnFor(child, actor, name)})::text as ${sql.ref(name)}`);
    const conditions = [sql<boolean>`${parent} = ${anyOf(ids)}`, ...visibleTo(child, actor)];
    const query = sql<Readonly<Record<string, string | null>> & { readonly parent_id: number }>`
      select ${parent} as parent_id, ${sql.join(columns)} ${from(child)} ${whereAll(conditions)} group by ${parent}`;
    const { rows } = await query.execute(db);
    const byParent = new Map(rows.map((row) => [row.parent_id, row]));
    for (const [id, ofRecord] of sums)
      for (const name of readable) ofRecord.set(`${child.name}.${name}`, Number(byParent.get(id)?.[name] ?? 0));
  }
  return sums;
}
