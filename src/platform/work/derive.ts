import { type Kysely, sql } from "kysely";
import type { AnyTables } from "../db/tables.ts";
import type { Row } from "../entityHooks.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";

/** Copies from behind references what the resource keeps at hand, where the reference is new. */
export async function deriveValues(
  db: Kysely<AnyTables>,
  plans: Plans,
  plan: ResourcePlan,
  values: Record<string, unknown>,
  previous: Row | undefined,
): Promise<void> {
  for (const { field, via, target, source } of plan.derivations) {
    const id = via in values ? values[via] : previous?.[via];
    if (previous && id === previous[via]) continue;
    const { table } = planOf(plans, target);
    const query = sql<Row>`select ${sql.ref(source)} from ${sql.table(table)} where ${sql.ref("id")} = ${id ?? null}`;
    values[field] = (await query.execute(db)).rows[0]?.[source] ?? null;
  }
}

/** Passes a changed column on to every row that keeps a copy of it, and on from there. */
export async function propagate(
  db: Kysely<AnyTables>,
  plan: ResourcePlan,
  ids: readonly number[],
  column: string,
  value: unknown,
): Promise<void> {
  if (ids.length === 0) return;
  for (const { to, derivation } of plan.feeds.filter((feed) => feed.derivation.source === column)) {
    const copy = sql.ref(derivation.field);
    const version = sql.ref("version");
    const { rows } = await sql<Row>`update ${sql.table(to.table)}
      set ${copy} = ${value ?? null}, ${version} = ${version} + 1
      where ${sql.ref(derivation.via)} in (${sql.join([...ids])}) and ${copy} is distinct from ${value ?? null}
      returning ${sql.ref("id")}`.execute(db);
    await propagate(
      db,
      to,
      rows.map((row) => row.id),
      derivation.field,
      value,
    );
  }
}
