import { sql } from "kysely";
import type { Reading } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { type Conditions, from, whereAll } from "../query/visible.ts";

export async function countRows(
  { db }: Pick<Reading, "db">,
  plan: ResourcePlan,
  conditions: Conditions,
): Promise<number> {
  const count = sql<{ count: string | number }>`select count(*) as count ${from(plan)} ${whereAll(conditions)}`;
  return Number((await count.execute(db)).rows[0]?.count ?? 0);
}
