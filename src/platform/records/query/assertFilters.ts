import type { FieldDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { isReadableFilter, isSwitch } from "../../../core/values/filterValue.ts";
import type { Query } from "../../http/query.ts";
import type { Actor } from "../../resourceHooks.ts";
import { readsField } from "../actor.ts";
import { type Plans, planOf, type ResourcePlan } from "../plan/resourcePlan.ts";

/** Parameters that sort or describe the records of a list, and leave the choice of records to the filters. */
const presentation: ReadonlySet<string> = new Set([
  ...["order_by", "order_by_direction", "no_count", "quick_count", "sums"],
  ...["expand", "soft_expand", "lang", "tz", "use_owner_tz"],
]);

/**
 * Throws 422 unless all parameters are filters that the caller may use, with values that can be read. A list ignores
 * the others, or finds nothing: what changes or deletes all that a query finds must not reach more than was meant.
 */
export function assertFilters(actor: Actor, plan: ResourcePlan, plans: Plans, query: Query): void {
  for (const [name, text] of query) {
    if (presentation.has(name)) continue;
    const accepts = acceptsOf(actor, plan, plans, name);
    if (!accepts) throw new PlatformError("filter_unknown", { name: name.slice(0, 40) });
    if (text.trim() === "") throw new PlatformError("filter_needed", { name });
    if (!accepts(text)) throw new PlatformError("filter_unreadable", { name, value: text.slice(0, 80) });
  }
}

/** Throws 422 unless a request that deletes with other parameters has only these switches and these texts. */
export function assertParameters(query: Query, switches: readonly string[], texts: readonly string[] = []): void {
  for (const [name, text] of query) {
    if (texts.includes(name) || presentation.has(name)) continue;
    if (!switches.includes(name)) throw new PlatformError("filter_unknown", { name: name.slice(0, 40) });
    if (!isSwitch(text)) throw new PlatformError("filter_unreadable", { name, value: text.slice(0, 80) });
  }
}

/** Throws 422 unless a body has only these members: an unknown one may have been meant to narrow what is done. */
export function assertMembers(body: WireRecord, names: readonly string[]): void {
  const name = Object.keys(body).find((member) => !names.includes(member));
  if (name !== undefined) throw new PlatformError("filter_unknown", { name: name.slice(0, 40) });
}

/** Whether a value of a filter can be read; undefined for a filter that there is not, or not for this caller. */
function acceptsOf(
  actor: Actor,
  plan: ResourcePlan,
  plans: Plans,
  name: string,
): ((text: string) => boolean) | undefined {
  if (name === "search") return (text) => !text.includes("\0");
  if (name === "id") return (text) => text.split(",").every((id) => isStorableId(Number(id)));
  const { descriptor, fields, hooks } = plan;
  const [filter, hook] = [descriptor.filters.find((candidate) => candidate.name === name), hooks.filters?.[name]];
  const readFields = [filter?.source, hook?.reads].map((source) => fields.get(source ?? ""));
  if ((!filter && !hook) || !readFields.every((field) => readsField(actor, descriptor, field))) return undefined;
  if (hook?.accepts) return hook.accepts;
  if (!filter) return (text) => !text.includes("\0");
  return (text) => isReadableFilter(filter, text, fieldAt(plan, plans, filter.source.split("."))?.enum);
}

function fieldAt(
  plan: ResourcePlan,
  plans: Plans,
  [name = "", ...further]: readonly string[],
): FieldDescriptor | undefined {
  const field = plan.fields.get(name);
  if (further.length === 0) return field;
  return field?.reference ? fieldAt(planOf(plans, field.reference.resource), plans, further) : undefined;
}
