import { sql } from "kysely";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import type { OpenWork } from "./openWork.ts";

/** Takes away what is stored of a record's settings, with a journal entry each: the record goes, or is gone for good. */
export async function forgetSettings(work: OpenWork, { settings }: ResourcePlan, id: number): Promise<void> {
  if (settings.length === 0) return;
  const parts = settings.map(
    ({ name, table }) => sql`select ${sql.lit(name)} as name from ${sql.table(table)} where id = ${id}`,
  );
  const stored = sql<{ name: string }>`${sql.join(parts, sql` union all `)}`;
  for (const { name } of (await stored.execute(work.db)).rows) await work.erase(name, [id]);
}
