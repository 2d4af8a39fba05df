import { evaluate } from "../../../core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { hasValue, valueAt } from "../../../core/valueAt.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { groupKey } from "../../resource/labels.ts";

export interface Fact {
  readonly field: FieldDescriptor;
  readonly isEmpty: boolean;
}

export interface FactGroup {
  readonly labelKey: string;
  readonly facts: readonly Fact[];
}

/**
 * A record's facts: grouped as in its forms, followed by fields that no form has (times, counters). Leaves out fields
 * the user may not read, fields that do not apply to this record, and empty groups. Whether a password is set is
 * unknown: it is fetched on request. `only` limits the result to these groups.
 */
export function factGroups(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can" | "admin" | "isViewing">,
  record: WireRecord,
  only?: readonly string[],
): FactGroup[] {
  const grouped = new Set(["id", ...descriptor.groups.flatMap((group) => group.fields)]);
  // The page already names the owner of settings.
  const others = descriptor.fields.filter(({ name, derive }) => !grouped.has(name) && derive !== "id");
  const toFacts = (fields: readonly FieldDescriptor[]) =>
    fields
      .filter((field) => isShown(descriptor, access, record, field))
      .map((field) => ({
        field,
        isEmpty: !["file", "password"].includes(field.kind) && !hasValue(record[field.name]),
      }));
  const wanted = only ? descriptor.groups.filter(({ name }) => only.includes(name)) : descriptor.groups;
  const groups = wanted.map((group) => ({
    labelKey: groupKey(descriptor.name, group.name),
    facts: toFacts(group.fields.flatMap((name) => descriptor.fields.find((field) => field.name === name) ?? [])),
  }));
  const rest = only ? [] : [{ labelKey: "views.details.other", facts: toFacts(others) }];
  return [...groups, ...rest].filter(({ facts }) => facts.length > 0);
}

function isShown(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can" | "admin" | "isViewing">,
  record: WireRecord,
  field: FieldDescriptor,
): boolean {
  const isHidden = field.writeOnly && field.file?.download === undefined;
  if (field.internal || field.apiOnly || isHidden) return false;
  // Viewing as another role sends no request that would be logged.
  if (field.kind === "password" && (!access.admin?.show_passwords || access.isViewing)) return false;
  if (!access.can(descriptor, "read", { record, field })) return false;
  if (hasValue(record[field.name]) || !field.when) return true;
  return evaluate(field.when, record, { mode: "update", related: (path) => valueAt(record, path) });
}
