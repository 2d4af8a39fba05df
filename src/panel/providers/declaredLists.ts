import { findDeclared } from "../../core/api/declaredParameters.ts";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";

/**
 * A resource as a platform without our filters has it: what a list does not declare there, it ignores, so it is neither
 * offered nor relied on. A resource that the older API has not is left as it is.
 */
export function limitToDeclared<Name extends string>(descriptor: ResourceDescriptor<Name>): ResourceDescriptor<Name> {
  const declared = findDeclared(descriptor.name);
  if (!declared) return descriptor;
  const { list } = descriptor;
  const isDeclared = ({ name }: { readonly name: string }) => declared.query.has(name);
  const { searchFilter, ...rest } = list;
  return {
    ...descriptor,
    operations: descriptor.operations.filter((operation) => declared.operations.has(operation)),
    filters: descriptor.filters.filter(isDeclared),
    children: descriptor.children.filter((child) => takes(child.resource, child.reference)),
    dependents: descriptor.dependents.filter((dependent) => takes(dependent.resource, dependent.target)),
    list: {
      ...rest,
      ...(searchFilter !== undefined && declared.query.has(searchFilter) ? { searchFilter } : {}),
      filters: list.filters.filter(isDeclared),
      columns: list.columns.map((column) => ({
        ...column,
        sortable: column.sortable && declared.sort.has(column.source),
      })),
    },
  };
}

/** Whether the list of a resource can be limited by this filter there. */
function takes(resource: string, filter: string): boolean {
  return findDeclared(resource)?.query.has(filter) ?? false;
}
