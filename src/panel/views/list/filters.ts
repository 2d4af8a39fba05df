import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/resources.ts";
import { isReadable } from "./columns.ts";

/** Filters in force by name. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** Filters that a person can add: a list below a parent is filtered by that for good. */
export function offeredFilters(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  owner?: string,
): FilterDescriptor[] {
  return descriptor.list.filters.filter(
    ({ name, source }) => name !== owner && canFilterBy(descriptor, access, source),
  );
}

function canFilterBy(descriptor: ResourceDescriptor, access: Pick<Access, "can">, source: string): boolean {
  const target = fieldOf(descriptor, { source })?.reference?.resource;
  if (target && !access.can(summaryOf(target), "lookup")) return false;
  return isReadable(descriptor, access, source);
}

/** Filters in force that are shown as chips, also those that only an address could bring; the search box has its own. */
export function chipFilters(
  descriptor: ResourceDescriptor,
  values: FilterValues,
  searchedBy: string | undefined,
): { readonly filter: FilterDescriptor; readonly value: FilterValue }[] {
  return Object.entries(values)
    .filter(([name]) => name !== searchedBy)
    .map(([name, value]) => {
      const known = descriptor.filters.find((filter) => filter.name === name);
      return { filter: known ?? { name, source: name, match: "exact", kind: "text" }, value };
    });
}

/** The resource's own field that a filter is about; undefined where that lies behind a reference. */
export function fieldOf(
  descriptor: ResourceDescriptor,
  { source }: Pick<FilterDescriptor, "source">,
): FieldDescriptor | undefined {
  return descriptor.fields.find(({ name }) => name === source);
}
