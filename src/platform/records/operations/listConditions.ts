import { isStorableId } from "../../../core/schema/ids.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { filterConditions } from "../query/filters.ts";
import { type Conditions, selectByIds, visibleTo } from "../query/visible.ts";

/** The rows of a list: those that the caller sees, that the query's filters match, and that its owner has. */
export async function listConditions(
  context: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const owned = await requireOwnerFilter(context, plan, plans, query);
  return [...visibleTo(plan, context.actor), ...(await filterConditions(context, plan, plans, owned))];
}

/** The rows among which a request for one record looks: its owner's, for resources that have some. */
export async function ownedConditions(
  context: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Conditions> {
  const { ownerFilters } = plan.descriptor;
  if (!ownerFilters) return visibleTo(plan, context.actor);
  const only = new Map([...query].filter(([name]) => ownerFilters.includes(name)));
  return listConditions(context, plan, plans, only);
}

/**
 * The query with one of the resource's owners, for resources that are read as their owner sees them: the first that is
 * given, without the others. 422 when none is, and 404 for one that the caller does not see.
 */
async function requireOwnerFilter(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  plans: Plans,
  query: Query,
): Promise<Query> {
  const { ownerFilters } = plan.descriptor;
  if (!ownerFilters) return query;
  const name = ownerFilters.find((filter) => query.has(filter));
  if (name === undefined) throw new PlatformError("owner_needed", { names: ownerFilters.join(", ") });
  const owner = planOf(plans, plan.fields.get(name)?.reference?.resource ?? "");
  const id = Number(query.get(name));
  const [row] = isStorableId(id) ? await selectByIds(db, owner, [id], visibleTo(owner, actor)) : [];
  if (!row) throw new PlatformError("owner_unknown", { name });
  return new Map([...query].filter(([parameter]) => parameter === name || !ownerFilters.includes(parameter)));
}
