import type { FilterDescriptor, Json, ResourceDescriptor, WireRecord } from "../src/core/descriptor.ts";
import { titlePaths } from "../src/core/recordTitle.ts";
import { valueAt } from "../src/core/valueAt.ts";
import { routes } from "../src/generated/routes.gen.ts";
import type { ListParams, PanelRecord } from "../src/panel/providers/rest.ts";

/** A request that the list view can make. */
export interface ListRequest {
  /** Such as `sort by name, descending`. */
  readonly name: string;
  /** Sort and filters as in the list view. Filter values are taken from `record`, so that they occur. */
  readonly params: (record: WireRecord) => Pick<ListParams, "sort" | "filter">;
  /** Path of the value in the record; records without one are skipped. */
  readonly source?: string;
}

/** A text that matches nothing. */
const unknown = "qzxwvk";

/**
 * Every request of the list view: first page, each sort column in both directions, each filter, search, and the list
 * below a record.
 */
export function requestsOf(descriptor: ResourceDescriptor): ListRequest[] {
  const { list, parent, filters, name } = descriptor;
  const first = { sort: list.sort, filter: list.defaultFilters ?? {} };
  const quick = filters.filter((filter) => filter.name === list.search);
  const search: FilterDescriptor[] =
    quick.length > 0 && list.searchIn.length > 1 && !list.legacyTable
      ? [{ name: "search", source: list.searchIn[0] ?? "", match: "wildcard", kind: "text" }]
      : [];
  const filtersByName = new Map([...list.filters, ...quick, ...search].map((filter) => [filter.name, filter]));
  const own = [
    { name: "first page", params: () => first },
    ...sortsOf(descriptor).flatMap((field) => sortsBy(field, first.filter)),
    ...[...filtersByName.values()].flatMap((filter) => filtersBy(filter, first)),
  ];
  const below = parent ? own.map((request) => belowParent(request, parent.by)) : [];
  return hasOwnPage(name) ? [...own, ...below.slice(0, 1)] : below.length > 0 ? below : own;
}

/** Whether a page lists all records, not only those of a parent. */
function hasOwnPage(resource: string): boolean {
  return routes.some((route) => route.resource === resource && route.view === "list" && !route.path.includes(":"));
}

function belowParent({ name, params, source }: ListRequest, by: string): ListRequest {
  return {
    name: `${name}, below a record`,
    source,
    params: (record) => {
      const { sort, filter } = params(record);
      return { sort, filter: { ...filter, [by]: record[by] } };
    },
  };
}

/** Sortable columns: the title, then those of the schema. */
function sortsOf({ list, record, fields, legacyTables }: ResourceDescriptor): string[] {
  const [first] = titlePaths(record);
  const title = fields.find(({ name }) => name === first);
  const legacy = legacyTables.find(({ path }) => path === list.legacyTable);
  const isSorted = title && (legacy ? legacy.columns.some(({ source }) => source === first) : !title.computed);
  const others = list.columns.filter(({ sortable }) => sortable).map(({ source }) => source);
  return [...new Set([...(isSorted && !title.internal && !title.fields ? [title.name] : []), ...others])];
}

function sortsBy(field: string, filter: Readonly<Record<string, string>>): ListRequest[] {
  return (["ASC", "DESC"] as const).map((order) => ({
    name: `sort by ${field}, ${order === "ASC" ? "ascending" : "descending"}`,
    params: () => ({ sort: { field, order }, filter }),
  }));
}

type First = Pick<ListParams, "sort"> & { readonly filter: Readonly<Record<string, string>> };

function filtersBy({ name, source, match, kind }: FilterDescriptor, { sort, filter }: First): ListRequest[] {
  const request = (what: string, value: (found: Json) => string): ListRequest => ({
    name: `${name} ${what}`,
    source,
    params: (record) => ({ sort, filter: { ...filter, [name]: value(valueAt(record, source) ?? "") } }),
  });
  if (match !== "wildcard" && kind !== "boolean") return [request("equals", textOf)];
  if (kind === "boolean") return ["1", "0"].map((value) => ({ ...request(value, () => value), source: undefined }));
  return [
    request("contains", (found) => middleOf(textOf(found))),
    request("ends with", (found) => textOf(found).slice(-5)),
    { ...request("no match", () => unknown), source: undefined },
  ];
}

/** Phone numbers are searched by their digits. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return textOf(value[0] ?? "");
  if (typeof value !== "object" || value === null) return String(value);
  return ["cc", "ac", "sn"].map((part) => String(value[part] ?? "")).join("");
}

function middleOf(text: string): string {
  const start = Math.floor(text.length / 3);
  return text.slice(start, start + 4);
}

/** Whether the record has the value that the request needs. */
export function canSend({ source }: ListRequest, record: PanelRecord): boolean {
  if (source === undefined) return true;
  const value = valueAt(record, source) ?? "";
  return textOf(value) !== "";
}
