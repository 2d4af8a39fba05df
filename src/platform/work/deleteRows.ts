import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { tables } from "../../generated/tables.gen.ts";
import { type ForeignKey, foreignKeysOf } from "../db/referenceChanges.ts";
import { deleteReferred } from "../db/statements.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** Foreign keys by referenced table. */
const keysTo = new Map<string, ForeignKey[]>();
for (const key of tables.flatMap(foreignKeysOf)) keysTo.set(key.table, [...(keysTo.get(key.table) ?? []), key]);

/** For fewer rows, checking each foreign key is faster than planning one query for all of them. */
const MANY = 10;

export async function deleteRows(db: Kysely<Tables>, { table }: ResourcePlan, ids: readonly number[]): Promise<void> {
  const query = sql`delete from ${sql.table(table)} where ${sql.ref("id")} = any(${[...ids]}::integer[])`;
  const keys = keysTo.get(table) ?? [];
  if (ids.length < MANY || keys.length === 0) await query.execute(db);
  else await deleteReferred(query, referring(keys, ids), db);
}

/** Finds a row that refers to one of these rows. */
function referring(keys: readonly ForeignKey[], ids: readonly number[]) {
  const checks = keys.map(
    ({ from, column }) =>
      sql`exists (select from ${sql.table(from)} where ${sql.ref(column)} = any((select ids from deleted)::integer[]))`,
  );
  return sql`with deleted as (select ${[...ids]}::integer[] as ids) select 1 where ${sql.join(checks, sql` or `)}`;
}
