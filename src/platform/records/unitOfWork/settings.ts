import { sql } from "kysely";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { UnitOfWork } from "./unitOfWork.ts";

/** Erases the stored settings of records that are deleted or terminated, with a journal entry each. */
export async function deleteSettings(
  unit: UnitOfWork,
  { settings }: ResourcePlan,
  ids: readonly number[],
): Promise<void> {
  if (settings.length === 0 || ids.length === 0) return;
  const parts = settings.map(
    ({ name, table }) =>
      sql`select ${sql.lit(name)} as name, id from ${sql.table(table)} where id = any(${[...ids]}::integer[])`,
  );
  const { rows } = await sql<{ name: string; id: number }>`${sql.join(parts, sql` union all `)}`.execute(unit.db);
  for (const { name } of settings) {
    const stored = rows.filter((row) => row.name === name).map(({ id }) => id);
    if (stored.length > 0) await unit.deleteMany(name, stored);
  }
}
