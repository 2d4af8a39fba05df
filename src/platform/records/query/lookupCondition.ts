import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import { runWithFreshPlan } from "../../db/statements.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { relatedCondition, type TargetColumn } from "./relatedCondition.ts";

export interface Near {
  readonly db: Kysely<Tables>;
  /** The condition is one of several alternatives (OR). */
  readonly isAlternative?: boolean;
}

/** Referenced ids that are listed in a query one by one; with more of them a subquery is used. */
const FEW = 500;

/**
 * Matches the same rows as relatedCondition, for the first page of a list: looks up the referenced ids first. Only from
 * the ids does the planner learn that a domain has twelve of a million subscribers, or none; otherwise it assumes that
 * all domains are equally large, and scans all subscribers for the twelve.
 */
export async function lookupCondition(
  { db, isAlternative = false }: Near,
  path: readonly string[],
  plan: ResourcePlan,
  plans: Plans,
  condition: (target: TargetColumn) => RawBuilder<boolean>,
): Promise<RawBuilder<boolean>> {
  const [name = "", ...further] = path;
  const field = plan.fields.get(name);
  if (further.length === 0 || field?.kind !== "reference" || !field.reference) {
    return relatedCondition(path, plan, plans, condition);
  }
  const next = planOf(plans, field.reference.resource);
  const where = sql.join([...next.own, await lookupCondition({ db }, further, next, plans, condition)], sql` and `);
  const table = sql`${next.source} as ${sql.ref(rootAlias)}`;
  const id = sql.ref(`${rootAlias}.id`);
  const query = sql<{ id: number }>`select ${id} as id from ${table} where ${where} limit ${FEW + 1}`;
  const { rows } = await runWithFreshPlan(query, db);
  const holder = sql.ref(`${rootAlias}.${name}`);
  if (rows.length === 0) return sql.lit(false);
  if (rows.length <= FEW) return sql<boolean>`${holder} in (${sql.join(rows.map((row) => row.id))})`;
  if (!isAlternative) return sql<boolean>`${holder} in (select ${id} from ${table} where ${where})`;
  // Next to alternatives the database would first collect all matches; this checks row by row, which fills a page soon,
  // since there are many. "offset 0" prevents the collecting; "held" carries the reference past the inner name.
  return sql<boolean>`exists (select from (select ${holder} as id) as held, ${table}
    where ${id} = held.id and ${where} offset 0)`;
}
