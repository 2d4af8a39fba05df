import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/descriptor.ts";
import type { FilterValue } from "../../kinds/filter.ts";
import type { Access } from "../../providers/FactsContext.tsx";
import { isReadable } from "./columns.ts";

/** Active filters by name. */
export type FilterValues = Readonly<Record<string, FilterValue>>;

/** Filters that a user can add: a child list's parent filter is permanent. */
export function offeredFilters(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  owner?: string,
): FilterDescriptor[] {
  return descriptor.list.filters.filter(({ name, source }) => name !== owner && isReadable(descriptor, access, source));
}

/** Active filters shown as chips, including those that only a URL can set; the search box shows its own. */
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

/** The resource's own field of a filter; undefined behind a reference. */
export function fieldOf(
  descriptor: ResourceDescriptor,
  { source }: Pick<FilterDescriptor, "source">,
): FieldDescriptor | undefined {
  return descriptor.fields.find(({ name }) => name === source);
}
