import { sql } from "kysely";
import type { Reading } from "../entityHooks.ts";
import { type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { type Conditions, from, whereAll } from "../query/visible.ts";
import { countRows } from "./countRows.ts";

/** How many rows there are, or where counting them takes long, about how many. */
export interface QuickCount {
  readonly total: number | null;
  /** The database's guess from its statistics. */
  readonly estimate: number | null;
}

/**
 * What counting may cost, in the planner's units, of which reading a page of the table in order is one: some 10,000
 * rows, or ten times as many where an index has all that is asked, and some 10 ms.
 */
const QUICK_COST = 1_000;

/** Counts where the planner finds that cheap. Whatever the size of the table, it takes no longer than that. */
export async function quickCount(
  { db }: Pick<Reading, "db">,
  plan: ResourcePlan,
  conditions: Conditions,
): Promise<QuickCount> {
  const id = sql.ref(`${rootAlias}.id`);
  const explain = sql<Explained>`explain (format json) select ${id} ${from(plan)} ${whereAll(conditions)}`;
  const [root] = (await explain.execute(db)).rows[0]?.["QUERY PLAN"] ?? [];
  if (!root || root.Plan["Total Cost"] <= QUICK_COST) {
    return { total: await countRows({ db }, plan, conditions), estimate: null };
  }
  return { total: null, estimate: root.Plan["Plan Rows"] };
}

interface Explained {
  readonly "QUERY PLAN": readonly { readonly Plan: { readonly "Total Cost": number; readonly "Plan Rows": number } }[];
}
