import { fieldError, validationFailed } from "../../core/validation/errors.ts";
import { parseId, type Query } from "../http/query.ts";
import type { PreferenceChild, PreferenceKind } from "../preferences/preferenceKind.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";
import { planOf } from "./plan/resourcePlan.ts";
import { type Owners, ownersPlan } from "./preferenceOwner.ts";
import { byId, selectRows } from "./query/selectRows.ts";
import { visibleTo } from "./query/visible.ts";

/**
 * Finds the record in which a request stores values: undefined for the owner itself, 422 for a record that is not its
 * child.
 */
export async function findPreferenceChild(
  context: Owners,
  readContext: ReadContext,
  kind: PreferenceKind,
  owner: Row,
  query: Query,
): Promise<PreferenceChild | undefined> {
  const { childPreferences } = ownersPlan(context, kind).descriptor;
  const text = childPreferences && query.get(childPreferences.parameter);
  if (!childPreferences || text === undefined || text === "") return undefined;
  const { resource, reference, parameter } = childPreferences;
  const plan = planOf(context.plans, resource);
  const id = parseId(text);
  const conditions = id === undefined ? undefined : [byId([id]), ...visibleTo(plan, readContext.actor)];
  const [row] = conditions ? await selectRows(readContext.db, plan, conditions) : [];
  if (!row || row[reference] !== owner.id)
    throw validationFailed([fieldError(`/${parameter}`, "reference", { resource })]);
  return { id: row.id, parameter, kind: { ...kind, kind: resource } };
}
