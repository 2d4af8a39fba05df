import type { FilterValues } from "../../../kinds/filter.ts";

/** Everything that decides what a list shows, except the page. */
export interface Arrangement {
  readonly filter: FilterValues;
  readonly sort: { readonly field: string; readonly order: string };
  readonly perPage: number;
  /** Sources of the visible columns, in schema order; without the title, which is always shown. */
  readonly columns: readonly string[];
}

/** Parameter with the visible columns: a URL that has it describes the list completely. */
export const columnsParameter = "columns";
/** Parameter with the id of the opened saved view; meaningless to other users. */
export const viewParameter = "view";
/** Parameter that distinguishes two resources at one URL. */
const resourceParameter = "resource";

/**
 * An arrangement as a normalized query, so that equal ones are equal strings. `owner` is a child list's permanent
 * filter: redundant there, and wrong elsewhere.
 */
export function toQuery({ filter, sort, perPage, columns }: Arrangement, owner?: string): string {
  const names = Object.keys(filter).filter((name) => name !== owner);
  const ordered = Object.fromEntries(names.sort().map((name) => [name, filter[name]]));
  return new URLSearchParams({
    filter: JSON.stringify(ordered),
    sort: sort.field,
    order: sort.order,
    perPage: String(perPage),
    [columnsParameter]: columns.join(","),
  }).toString();
}

/** The query that opens an arrangement, on the first page and of the same resource as the current one. */
export function toSearch(query: string, present: URLSearchParams, viewId?: number): string {
  const search = new URLSearchParams(query);
  const resource = present.get(resourceParameter);
  if (resource !== null) search.set(resourceParameter, resource);
  if (viewId !== undefined) search.set(viewParameter, String(viewId));
  return search.toString();
}

/** Whether a URL leaves the arrangement open. */
export function isBare(search: URLSearchParams): boolean {
  return [...search.keys()].every((name) => name === resourceParameter);
}
