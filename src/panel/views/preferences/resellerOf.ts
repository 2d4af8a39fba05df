import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { PanelRecord } from "../../providers/rest.ts";

/** Whose records are named by what belongs to no reseller. */
const platformReseller = 1;

/**
 * The reseller among whose records an owner's preferences find names; undefined where the record does not tell. What
 * is internal is not on the wire, but the choices of some field are those of the same reseller.
 */
export function resellerOf({ name, scope, fields }: ResourceDescriptor, owner: PanelRecord): number | undefined {
  if (name === "resellers") return Number(owner.id);
  if (!scope) return platformReseller;
  const derived = fields.find((field) => field.name === scope)?.derive;
  const filtered = fields.flatMap(({ reference }) => reference?.filter?.reseller_id ?? []).map(String);
  const paths = [scope, derived, ...filtered.map((path) => path.replace("$", ""))];
  return paths.map((path) => path && valueAt(owner, path)).find((value) => typeof value === "number");
}
