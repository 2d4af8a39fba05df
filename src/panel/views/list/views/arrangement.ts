import type { FilterValues } from "../filters.ts";

/** What decides what a list shows, but for the page one is on. */
export interface Arrangement {
  readonly filter: FilterValues;
  readonly sort: { readonly field: string; readonly order: string };
  readonly perPage: number;
  /** Sources of the columns shown, in the schema's order; without the title, which is always there. */
  readonly columns: readonly string[];
}

/** Parameter with the shown columns: an address that has it says everything about the list. */
export const columnsParameter = "columns";
/** Parameter with the id of the saved view that was opened; means nothing to other people. */
export const viewParameter = "view";
/** Parameter that tells two resources on one address apart. */
const resourceParameter = "resource";

/**
 * An arrangement as a query of the list's address, always in the same form, so that equal ones are equal texts.
 * `owner` is a filter that a list below a parent has for good: it says nothing there, and would elsewhere.
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

/** The query of an address that opens an arrangement, at the first page and of the same resource as the present one. */
export function toSearch(query: string, present: URLSearchParams, viewId?: number): string {
  const search = new URLSearchParams(query);
  const resource = present.get(resourceParameter);
  if (resource !== null) search.set(resourceParameter, resource);
  if (viewId !== undefined) search.set(viewParameter, String(viewId));
  return search.toString();
}

/** Whether an address leaves it open how the list is arranged. */
export function isBare(search: URLSearchParams): boolean {
  return [...search.keys()].every((name) => name === resourceParameter);
}
