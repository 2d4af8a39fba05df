import { HttpError } from "react-admin";
import type { FilterDescriptor, ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { isReadableFilter } from "../../core/values/filterValue.ts";

/** Whether the platform can read a filter's value; null and "" ask for records without a value and for all records. */
export function isFilterReadable(
  { fields }: Pick<ResourceDescriptor, "fields">,
  filter: FilterDescriptor,
  value: unknown,
): boolean {
  if (value === null || value === undefined || String(value).trim() === "") return true;
  const choices = fields.find(({ name }) => name === filter.source)?.enum;
  return isReadableFilter(filter, String(value), choices);
}

/** Rejects lists, exports, sums and selections by a value that cannot be read, as the platform's bulk runs do. */
export function assertReadable(
  descriptor: Pick<ResourceDescriptor, "fields" | "filters">,
  values: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const filter = descriptor.filters.find((candidate) => candidate.name === name);
    if (!filter || isFilterReadable(descriptor, filter, value)) continue;
    const params = { name, value: String(value) };
    throw new HttpError("errors.filter_unreadable", 422, { key: "errors.filter_unreadable", params });
  }
}
