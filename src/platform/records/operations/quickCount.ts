import { sql } from "kysely";
import { runWithFreshPlan } from "../../db/statements.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { countRows } from "../query/selectRows.ts";
import { type Conditions, from, whereAll } from "../query/visible.ts";

/** The number of rows or, when counting is slow, an estimate. */
export interface QuickCount {
  readonly total: number | null;
  /** The planner's estimate. */
  readonly estimate: number | null;
}

/**
 * Cost limit of counting, in planner units, where reading a page of the table in order is one: some 10,000 rows, or ten
 * times as many with an index-only scan, and some 10 ms.
 */
const QUICK_COST = 1_000;

/** Counts exactly when the planner finds that cheap; the time is bounded, whatever the size of the table. */
export async function quickCount(
  { db }: Pick<ReadContext, "db">,
  plan: ResourcePlan,
  conditions: Conditions,
): Promise<QuickCount> {
  const id = sql.ref(`${rootAlias}.id`);
  const explain = sql<Explained>`explain (format json) select ${id} ${from(plan)} ${whereAll(conditions)}`;
  const [root] = (await runWithFreshPlan(explain, db)).rows[0]?.["QUERY PLAN"] ?? [];
  if (!root || root.Plan["Total Cost"] <= QUICK_COST) {
    return { total: await countRows({ db }, plan, conditions), estimate: null };
  }
  return { total: null, estimate: root.Plan["Plan Rows"] };
}

interface Explained {
  readonly "QUERY PLAN": readonly { readonly Plan: { readonly "Total Cost": number; readonly "Plan Rows": number } }[];
}
