import type { ResourceDescriptor } from "../../core/descriptor.ts";
import type { Actor } from "../entityHooks.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { readGrant, readsField } from "../rights.ts";

/** How a resource is searched over everything. */
type Standing = "page" | "child" | "log" | "none";

/** Records with a page of their own, those below another record, and logs, which nobody opens by name. */
export function placeOf({ operations, parent, list, storage, settingsOf, owners }: ResourceDescriptor): Standing {
  const isStored = storage === undefined && settingsOf === undefined && !owners;
  if (!isStored || !operations.includes("list") || !operations.includes("read")) return "none";
  const isKept = operations.includes("create") || operations.includes("update");
  if (!parent && isKept) return "page";
  if (!list.finds) return "none";
  return isKept ? "child" : "log";
}

/** Columns to search a resource in: of those that the caller may read. */
export interface SearchColumns {
  readonly own: readonly string[];
  /** Columns of referenced resources, by reference. */
  readonly behind: ReadonlyMap<string, { readonly target: ResourcePlan; readonly columns: readonly string[] }>;
}

/** What the search over everything looks in. */
export function searchColumns(plan: ResourcePlan, plans: Plans, actor: Actor): SearchColumns {
  const { descriptor } = plan;
  const { searchIn, finds = [], numbers } = descriptor.list;
  // The parts of a number are found with the whole of it.
  const paths = placeOf(descriptor) === "page" && numbers?.resource !== descriptor.name ? searchIn : finds;
  const own = paths.filter((path) => !path.includes(".") && isReadable(plan, actor, path));
  const behind = new Map<string, { target: ResourcePlan; columns: string[] }>();
  for (const path of paths) {
    const [reference = "", column] = path.split(".");
    if (column === undefined || !isReadable(plan, actor, reference)) continue;
    const target = plans.get(plan.fields.get(reference)?.reference?.resource ?? "");
    if (!target || readGrant(actor, target.descriptor) === "none" || !isReadable(target, actor, column)) continue;
    const known = behind.get(reference) ?? { target, columns: [] };
    behind.set(reference, { target, columns: [...known.columns, column] });
  }
  return { own, behind };
}

function isReadable({ descriptor, columns, fields }: ResourcePlan, actor: Actor, name: string): boolean {
  const field = fields.get(name);
  const isKnown = field !== undefined && !field.internal && columns.has(name);
  return isKnown && columns.get(name)?.type !== "bytea" && readsField(actor, descriptor, field);
}
