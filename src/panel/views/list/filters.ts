import type { FieldDescriptor, FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { FilterValue, FilterValues } from "../../kinds/filter.ts";
import { isFilterReadable } from "../../providers/filterValues.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { isColumnReadable } from "./columns.ts";
import { findTimeRange, type TimeRange } from "./periods.ts";

/** Filters that a user can add: a child list's parent filter is permanent. */
export function offeredFilters(
  descriptor: ResourceDescriptor,
  access: Pick<Access, "can">,
  owner?: string,
): FilterDescriptor[] {
  return descriptor.list.filters.filter(
    ({ name, source }) => name !== owner && isColumnReadable(descriptor, access, source),
  );
}

/** Active filters shown as chips, including those that only a URL can set; the search box shows its own. */
export function chipFilters(
  descriptor: ResourceDescriptor,
  values: FilterValues,
  searchedBy: string | undefined,
): { readonly filter: FilterDescriptor; readonly value: FilterValue; readonly range?: TimeRange | undefined }[] {
  return Object.entries(values)
    .filter(([name]) => name !== searchedBy)
    .flatMap(([name, value]) => {
      const declared = descriptor.filters.find((filter) => filter.name === name);
      const filter = declared ?? { name, source: name, match: "exact", kind: "text" };
      const sides = findTimeRange(descriptor.filters, filter);
      const isWhole = sides && values[sides.from.name] !== undefined && values[sides.until.name] !== undefined;
      // Both sides of a time are one chip.
      if (isWhole && sides.until.name === name) return [];
      return [{ filter, value, range: isWhole ? sides : undefined }];
    });
}

/** A filter whose value cannot be read, or that does not exist. */
export interface InvalidFilter {
  readonly filter: Pick<FilterDescriptor, "name" | "source">;
  readonly value: string;
  readonly isKnown: boolean;
}

/** Returns filters that only a URL can set: the platform would find nothing by them, or ignore them and find everything. */
export function findInvalidFilters(descriptor: ResourceDescriptor, values: FilterValues): InvalidFilter[] {
  return Object.entries(values).flatMap(([name, value]): InvalidFilter[] => {
    const filter = descriptor.filters.find((candidate) => candidate.name === name);
    if (name === "search" || name === "id" || (filter && isFilterReadable(descriptor, filter, value))) return [];
    return [{ filter: filter ?? { name, source: name }, value: String(value), isKnown: filter !== undefined }];
  });
}

/** The resource's own field of a filter; undefined behind a reference. */
export function findFilterField(
  descriptor: ResourceDescriptor,
  { source }: Pick<FilterDescriptor, "source">,
): FieldDescriptor | undefined {
  return descriptor.fields.find(({ name }) => name === source);
}
