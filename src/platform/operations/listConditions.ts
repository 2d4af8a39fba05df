import type { Reading } from "../entityHooks.ts";
import type { Query } from "../http/query.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { filterConditions } from "../query/filters.ts";
import { type Conditions, visibleTo } from "../query/visible.ts";
import { ofOneOwner } from "./owners.ts";

/** The rows of a list: those that the caller sees, that the query's filters match, and that its owner has. */
export async function listConditions(
  reading: Pick<Reading, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const owned = await ofOneOwner(reading, plan, plans, query);
  return [...visibleTo(plan, reading.actor), ...(await filterConditions(reading, plan, plans, owned))];
}

/** The rows among which a request for one record looks: its owner's, for resources that have some. */
export async function ownedConditions(
  reading: Pick<Reading, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const { owners } = plan.descriptor;
  if (!owners) return visibleTo(plan, reading.actor);
  const only = new Map([...query].filter(([name]) => owners.includes(name)));
  return listConditions(reading, plan, plans, only);
}
