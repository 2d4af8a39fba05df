import { type Kysely, type RawBuilder, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import { type Plans, planOf, type ResourcePlan, rootAlias } from "../plan/resourcePlan.ts";
import { conditionBehind, type Target } from "./behind.ts";

export interface Near {
  readonly db: Kysely<AnyTables>;
  /** The condition is one of several of which one is enough. */
  readonly isAlternative?: boolean;
}

/** Records behind a reference that are named one by one in a query; beyond that the database goes through them. */
const FEW = 500;

/**
 * The same rows as by conditionBehind, for the first page of a list: what lies behind a reference is looked for first.
 * Only by the ids themselves does the planner know that a domain has twelve of a million subscribers, or none; else it
 * takes every domain to be as large as the others, and goes through all subscribers for the twelve.
 */
export async function conditionNear(
  { db, isAlternative = false }: Near,
  path: readonly string[],
  plan: ResourcePlan,
  plans: Plans,
  condition: (target: Target) => RawBuilder<boolean>,
): Promise<RawBuilder<boolean>> {
  const [name = "", ...further] = path;
  const field = plan.fields.get(name);
  if (further.length === 0 || field?.kind !== "reference" || !field.reference) {
    return conditionBehind(path, plan, plans, condition);
  }
  const next = planOf(plans, field.reference.resource);
  const where = sql.join([...next.own, await conditionNear({ db }, further, next, plans, condition)], sql` and `);
  const table = sql`${next.source} as ${sql.ref(rootAlias)}`;
  const id = sql.ref(`${rootAlias}.id`);
  const found = sql<{ id: number }>`select ${id} as id from ${table} where ${where} limit ${FEW + 1}`;
  const { rows } = await found.execute(db);
  const holder = sql.ref(`${rootAlias}.${name}`);
  if (rows.length === 0) return sql<boolean>`false`;
  if (rows.length <= FEW) return sql<boolean>`${holder} in (${sql.join(rows.map((row) => row.id))})`;
  if (!isAlternative) return sql<boolean>`${holder} in (select ${id} from ${table} where ${where})`;
  // Beside alternatives the database would first gather all that are meant; so it looks at each row in turn, and has a
  // page soon, as there are many. "offset 0" keeps it from gathering; "held" takes the reference past the inner name.
  return sql<boolean>`exists (select from (select ${holder} as id) as held, ${table}
    where ${id} = held.id and ${where} offset 0)`;
}
