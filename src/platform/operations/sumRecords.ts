import { sql } from "kysely";
import { runPlanned } from "../db/statements.ts";
import type { Reading } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { valueFor } from "../query/valueFor.ts";
import { from, whereAll } from "../query/visible.ts";
import { readsField } from "../rights.ts";
import { listConditions } from "./listConditions.ts";

/** Field -> its sum over all records that a list's query matches; those that the caller may not read are left out. */
export type Sums = Readonly<Record<string, number>>;

export async function sumRecords(reading: Reading, plan: ResourcePlan, plans: Plans, query: Query): Promise<Sums> {
  const { descriptor } = plan;
  const names = (descriptor.list.sums ?? []).filter((name) =>
    readsField(reading.actor, descriptor, plan.fields.get(name)),
  );
  if (names.length === 0) return {};
  const where = whereAll(await listConditions(reading, plan, plans, query));
  const sums = names.map(
    (name) => sql`coalesce(sum(${valueFor(plan, reading.actor, name)}), 0)::float8 as ${sql.ref(name)}`,
  );
  const { rows } = await runPlanned(sql<Sums>`select ${sql.join(sums)} ${from(plan)} ${where}`, reading.db);
  return rows[0] ?? {};
}
