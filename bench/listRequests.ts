import type { FilterDescriptor, Json, ResourceDescriptor, WireRecord } from "../src/core/descriptor.ts";
import { titlePaths } from "../src/core/recordTitle.ts";
import { valueAt } from "../src/core/valueAt.ts";
import { routes } from "../src/generated/routes.gen.ts";
import type { ListParams, PanelRecord } from "../src/panel/providers/rest.ts";

/** Something that a person can ask of a list. */
export interface ListQuestion {
  /** `sort by name, descending` */
  readonly name: string;
  /** Sort and filters as the list view keeps them; `record` is one of the list's, for values that occur. */
  readonly params: (record: WireRecord) => Pick<ListParams, "sort" | "filter">;
  /** Path whose value the question takes from the record: without a value there the question is none. */
  readonly source?: string;
}

/** As nobody is called. */
const unknown = "qzxwvk";

/**
 * All that the list view offers: its first page, each order in both directions, each filter, each way to search, and
 * the list below a record.
 */
export function questionsOf(descriptor: ResourceDescriptor): ListQuestion[] {
  const { list, parent, filters, name } = descriptor;
  const first = { sort: list.sort, filter: list.defaultFilters ?? {} };
  const quick = filters.filter((filter) => filter.name === list.search);
  const anything: FilterDescriptor[] =
    quick.length > 0 && list.searchIn.length > 1 && !list.legacyTable
      ? [{ name: "search", source: list.searchIn[0] ?? "", match: "wildcard", kind: "text" }]
      : [];
  const narrowed = new Map([...list.filters, ...quick, ...anything].map((filter) => [filter.name, filter]));
  const own = [
    { name: "first page", params: () => first },
    ...sortsOf(descriptor).flatMap((field) => sortsBy(field, first.filter)),
    ...[...narrowed.values()].flatMap((filter) => filtersBy(filter, first)),
  ];
  const below = parent ? own.map((question) => belowParent(question, parent.by)) : [];
  return hasOwnPage(name) ? [...own, ...below.slice(0, 1)] : below.length > 0 ? below : own;
}

/** Whether a page shows all of them, not only those of a parent. */
function hasOwnPage(resource: string): boolean {
  return routes.some((route) => route.resource === resource && route.view === "list" && !route.path.includes(":"));
}

function belowParent({ name, params, source }: ListQuestion, by: string): ListQuestion {
  return {
    name: `${name}, below a record`,
    source,
    params: (record) => {
      const { sort, filter } = params(record);
      return { sort, filter: { ...filter, [by]: record[by] } };
    },
  };
}

/** Columns that can be sorted by; the title comes before those of the schema. */
function sortsOf({ list, record, fields, legacyTables }: ResourceDescriptor): string[] {
  const [first] = titlePaths(record);
  const title = fields.find(({ name }) => name === first);
  const legacy = legacyTables.find(({ path }) => path === list.legacyTable);
  const isSorted = title && (legacy ? legacy.columns.some(({ source }) => source === first) : !title.computed);
  const others = list.columns.filter(({ sortable }) => sortable).map(({ source }) => source);
  return [...new Set([...(isSorted && !title.internal && !title.fields ? [title.name] : []), ...others])];
}

function sortsBy(field: string, filter: Readonly<Record<string, string>>): ListQuestion[] {
  return (["ASC", "DESC"] as const).map((order) => ({
    name: `sort ${order === "ASC" ? "up" : "down"} by ${field}`,
    params: () => ({ sort: { field, order }, filter }),
  }));
}

type First = Pick<ListParams, "sort"> & { readonly filter: Readonly<Record<string, string>> };

function filtersBy({ name, source, match, kind }: FilterDescriptor, { sort, filter }: First): ListQuestion[] {
  const question = (what: string, value: (found: Json) => string): ListQuestion => ({
    name: `${name} ${what}`,
    source,
    params: (record) => ({ sort, filter: { ...filter, [name]: value(valueAt(record, source) ?? "") } }),
  });
  if (match !== "wildcard" && kind !== "boolean") return [question("of a record", textOf)];
  if (kind === "boolean") return ["1", "0"].map((value) => ({ ...question(value, () => value), source: undefined }));
  return [
    question("with a middle", (found) => middleOf(textOf(found))),
    question("with an end", (found) => textOf(found).slice(-5)),
    { ...question("of nobody", () => unknown), source: undefined },
  ];
}

/** Numbers are looked for by their digits. */
function textOf(value: Json): string {
  if (Array.isArray(value)) return textOf(value[0] ?? "");
  if (typeof value !== "object" || value === null) return String(value);
  return ["cc", "ac", "sn"].map((part) => String(value[part] ?? "")).join("");
}

function middleOf(text: string): string {
  const start = Math.floor(text.length / 3);
  return text.slice(start, start + 4);
}

/** Whether the record answers what the question takes from it. */
export function canAsk({ source }: ListQuestion, record: PanelRecord): boolean {
  if (source === undefined) return true;
  const value = valueAt(record, source) ?? "";
  return textOf(value) !== "";
}
