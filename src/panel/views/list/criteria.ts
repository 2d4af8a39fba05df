import type { FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { templatePaths } from "../../../core/values/recordTitle.ts";
import { cells } from "../../kinds/Value.tsx";
import { fieldKey, filterKey, nameKey } from "../../navigation/labels.ts";
import { hasExtension } from "../../providers/extensions.ts";
import type { Access } from "../../providers/StartupDataContext.tsx";
import { isColumnReadable } from "./columns.ts";
import { offeredFilters } from "./filters.ts";

/** Something that the search box can search in. */
export interface Criterion {
  /** Query parameter for the text. */
  readonly name: string;
  /** Label of the searched field, as in the list's headings. */
  readonly labelKeys: readonly string[];
  /** Searches everything that identifies a record, not a single field. */
  readonly isAll: boolean;
  /** Only matches the whole value. */
  readonly isExact: boolean;
}

/** Returns the search criteria of a list, best first; empty where its schema has no quick search. */
export function criteriaOf(descriptor: ResourceDescriptor, access: Pick<Access, "can">, owner?: string): Criterion[] {
  const { list, filters } = descriptor;
  const quick = filters.filter(
    ({ name, source }) => name === list.searchFilter && isColumnReadable(descriptor, access, source),
  );
  if (quick.length === 0) return [];
  const otherFilters = offeredFilters(descriptor, access, owner).filter(
    ({ name, kind, match }) =>
      name !== list.searchFilter && cells[kind].isSearched && (match === "wildcard" || match === "exact"),
  );
  return [
    ...allCriterion(descriptor, access),
    ...[...quick, ...otherFilters].map((filter) => toCriterion(descriptor, filter)),
  ];
}

/** The platform's own search across fields; legacy tables and platforms have none. */
function allCriterion(descriptor: ResourceDescriptor, access: Pick<Access, "can">): Criterion[] {
  const { list } = descriptor;
  const paths = list.searchIn.filter((path) => isColumnReadable(descriptor, access, path));
  if (!hasExtension("search") || list.legacyTable || paths.length < 2) return [];
  const labelKeys = new Set(paths.map((path) => headingOf(descriptor, path)));
  return [{ name: "search", labelKeys: [...labelKeys], isAll: true, isExact: false }];
}

/** A field that is only part of the title has no column heading of its own. */
function headingOf({ name, recordRepresentation, list, fields }: ResourceDescriptor, path: string): string {
  const isShown = list.columns.some(({ source }) => source === path) || fields.some((field) => field.name === path);
  return !isShown && templatePaths(recordRepresentation).includes(path) ? nameKey(name) : fieldKey(name, path);
}

function toCriterion({ name }: ResourceDescriptor, filter: FilterDescriptor): Criterion {
  return {
    name: filter.name,
    labelKeys: [filterKey(name, filter)],
    isAll: false,
    isExact: filter.match === "exact",
  };
}
