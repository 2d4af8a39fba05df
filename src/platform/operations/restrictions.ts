import { businessError, filterRules } from "../../core/businessRules.ts";
import type { Json, ReferenceDescriptor } from "../../core/descriptor.ts";
import type { FieldError } from "../../core/errors.ts";
import { filterPath } from "../../core/filterPath.ts";
import { fieldError } from "../../core/validate.ts";
import type { Row } from "../entityHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { matchesFilter } from "../query/matches.ts";

interface Chosen {
  readonly pointer: string;
  readonly reference: ReferenceDescriptor;
  /** It was chosen earlier: what it is limited by has changed. */
  readonly isKept: boolean;
  /** The record that the reference points to. */
  readonly row: Row;
  /** The value of `$path` in the referring record. */
  valueAt(path: string): Json | undefined;
}

/**
 * An error at a reference to a record that is not among those the picker offers
 * (`"filter": { "type": "reseller", "reseller_id": "$contact_id.reseller_id" }`). A value that is missing does not
 * limit: what requires it is an error of its own.
 */
export function restrictionError(
  { descriptor, name: resource }: ResourcePlan,
  { pointer, reference: { filter = {} }, isKept, row, valueAt }: Chosen,
): FieldError | undefined {
  for (const [name, given] of Object.entries(filter)) {
    const known = descriptor.filters.find((one) => one.name === name);
    const path = filterPath(given);
    const wanted = path === undefined ? given : valueAt(path);
    if (!known || wanted === undefined || wanted === null) continue;
    if (matchesFilter(known, row[known.source] as Json | undefined, String(wanted))) continue;
    const rule = filterRules[name];
    const [via, ...behind] = path?.split(".") ?? [];
    if (rule && isKept && behind.length > 0) return businessError(`/${via}`, rule);
    return rule ? businessError(pointer, rule) : fieldError(pointer, "reference", { resource });
  }
  return undefined;
}
