import { type Caller, can, type Guarded, type GuardedField } from "../../core/access.ts";
import type { FieldDescriptor, Right, WireRecord } from "../../core/descriptor.ts";
import { summaries } from "../../generated/index.gen.ts";

export interface SeeOptions {
  readonly record?: WireRecord;
  readonly field?: GuardedField & Partial<Pick<FieldDescriptor, "name" | "reference">>;
}

/**
 * What the platform allows, if there is anything to see: a reference whose target the user may not read is a
 * meaningless number.
 */
export function canSee(caller: Caller, resource: Guarded, right: Right, options: SeeOptions = {}): boolean {
  if (!can(caller, resource, right, options)) return false;
  const { record, field } = options;
  const target = right === "read" && field?.reference && summaries[field.reference.resource];
  if (!target) return true;
  const id = record?.[field.name ?? ""];
  return can(caller, target, "lookup", id === undefined ? {} : { record: { id } });
}
