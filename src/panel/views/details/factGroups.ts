import { evaluate } from "../../../core/conditions.ts";
import type { FieldDescriptor, ResourceDescriptor, WireRecord } from "../../../core/descriptor.ts";
import { isSoundField } from "../../../core/fileValue.ts";
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
 * What there is to say of a record: grouped as its forms are, then whatever no form has (times, counters). Secrets,
 * what the person may not read, and fields that do not exist for this record are left out, and groups without facts.
 * With `only`, nothing but these groups.
 */
export function factGroups(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  record: WireRecord,
  only?: readonly string[],
): FactGroup[] {
  const grouped = new Set(["id", ...descriptor.groups.flatMap((group) => group.fields)]);
  // Whose settings they are says the page that they are on.
  const others = descriptor.fields.filter(({ name, derive }) => !grouped.has(name) && derive !== "id");
  const toFacts = (fields: readonly FieldDescriptor[]) =>
    fields
      .filter((field) => isShown(descriptor, access, record, field))
      .map((field) => ({ field, isEmpty: field.kind !== "file" && !hasValue(record[field.name]) }));
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
  access: Pick<Access, "can">,
  record: WireRecord,
  field: FieldDescriptor,
): boolean {
  const isHidden = field.writeOnly && !isSoundField(field);
  if (field.internal || field.unseen || isHidden || field.kind === "password") return false;
  if (!access.can(descriptor, "read", { record, field })) return false;
  if (hasValue(record[field.name]) || !field.when) return true;
  return evaluate(field.when, record, { mode: "update", related: (path) => valueAt(record, path) });
}
