import type { IndexStorage } from "../../src/core/schema/descriptor.ts";
import { templatePaths } from "../../src/core/values/recordTitle.ts";
import { type FieldModel, fieldAt, type ResourceModel } from "../model.ts";
import { compact } from "./print.ts";

/** Indexes that a resource needs: for references, filters, unique fields and the orders of large lists. */
export function indexesOf(
  resource: ResourceModel,
  storedFields: readonly FieldModel[],
  byName: ReadonlyMap<string, ResourceModel>,
): IndexStorage[] {
  const { name } = resource.table;
  return uniqueByName([
    ...storedFields.flatMap((field) => fieldIndexes(name, field, resource)),
    ...scopeIndex(name, resource, byName),
    ...visibleIndex(resource),
    ...(resource.x.large ? orderIndexes(resource, storedFields) : []),
    ...(resource.x.large || resource.x.list.searchFields ? searchIndex(resource, storedFields, byName) : []),
    ...(resource.x.indexes ?? []).map((columns) => index(name, columns)),
    ...(resource.x.prefixIndexes ?? []).map((column) => prefixIndex(name, column)),
  ]);
}

/** Removes duplicates by name. The search indexes of two resources in one table are merged. */
export function uniqueByName(indexes: readonly IndexStorage[]): IndexStorage[] {
  const unique = new Map<string, IndexStorage>();
  for (const entry of indexes) {
    const existing = unique.get(entry.name);
    const columns =
      existing?.method === "trigram" ? [...new Set([...existing.columns, ...entry.columns])] : entry.columns;
    unique.set(entry.name, { ...entry, columns });
  }
  return [...unique.values()];
}

/** A B-tree takes entries of 2,704 bytes, and a letter has up to four. */
const MAX_INDEXED_LENGTH = 512;

function fieldIndexes(table: string, field: FieldModel, resource: ResourceModel): IndexStorage[] {
  const indexes: IndexStorage[] = [];
  if (field.unique) {
    const long = (field.schema.maxLength ?? 0) > MAX_INDEXED_LENGTH;
    indexes.push({
      ...index(table, [...field.unique, field.name], true),
      ...compact({
        nullsNotDistinct: field.nullsNotDistinct,
        anyCase: field.uniqueAnyCase,
        digests: long ? [field.name] : undefined,
      }),
      ...exceptHidden(resource.x.status),
      // Resources that share a table are unique among their own rows only.
      ...(resource.table.where ? { where: resource.table.where } : {}),
    });
  }
  if (field.reference && field.kind === "reference") indexes.push(index(table, [field.name, "id"]));
  if (field.kind === "references" || (field.kind === "list" && field.fields?.some((nested) => nested.reference))) {
    indexes.push({ ...index(table, [field.name]), method: "gin" });
  }
  if (field.filter === "wildcard") indexes.push(prefixIndex(table, field.name));
  if (field.filter === "exact" || field.filter === "list") indexes.push(index(table, [field.name, "id"]));
  return indexes;
}

/** For resources with hidden states: an index of the visible rows, so that counting reads the index only. */
function visibleIndex({ name, table: { where }, x: { status } }: ResourceModel): IndexStorage[] {
  if (!status?.hiddenValues) return [];
  const visibleIndex = { ...index(name, ["id"]), name: `pb_${name}_shown`, ...exceptHidden(status) };
  return [where ? { ...visibleIndex, where } : visibleIndex];
}

function exceptHidden(status: ResourceModel["x"]["status"]): Pick<IndexStorage, "except"> {
  return status?.hiddenValues ? { except: { field: status.field, values: status.hiddenValues } } : {};
}

function scopeIndex(
  table: string,
  { name, x: { scope } }: ResourceModel,
  byName: ReadonlyMap<string, ResourceModel>,
): IndexStorage[] {
  return scope && fieldAt(byName, name, scope) ? [index(table, [scope, "id"])] : [];
}

/**
 * Indexes for the default order of a list and all others that it offers. Resources that share a table have partial
 * indexes over their own rows, which can be few among many.
 */
function orderIndexes({ name, table, columns, x }: ResourceModel, storedFields: readonly FieldModel[]): IndexStorage[] {
  const isSortable = new Set(storedFields.filter(({ fields }) => fields === undefined).map((field) => field.name));
  const sources = [
    ...columns.filter(({ sortable }) => sortable).map(({ source }) => source),
    // The title column sorts by the first field of the record template.
    ...templatePaths(x.recordRepresentation).slice(0, 1),
    ...(x.list.sort ? [x.list.sort.replace(/^-/, "")] : []),
  ];
  const sortableOrders = [...new Set(sources)]
    .filter((source) => isSortable.has(source))
    .map((source) => [source, "id"]);
  const { where } = table;
  if (!where) return sortableOrders.map((sorted) => index(table.name, sorted));
  // The index of visible rows is by id already.
  const orders = x.status?.hiddenValues ? sortableOrders : [["id"], ...sortableOrders];
  return orders.map((sorted) => ({ ...index(name, sorted), where }));
}

/**
 * One index for substring search: the search of the list, and wildcard filters. It covers all rows, as the planner has
 * no statistics on the frequency of texts for a partial index.
 */
function searchIndex(
  { name, table, searchIn, filters }: ResourceModel,
  storedFields: readonly FieldModel[],
  byName: ReadonlyMap<string, ResourceModel>,
): IndexStorage[] {
  const wildcards = filters.filter(({ match }) => match === "wildcard").map(({ source }) => source);
  const texts = new Set(storedFields.filter(({ schema }) => schema.type === "string").map((field) => field.name));
  // Phone numbers that find this record or another one.
  const numbers = [...byName.values()].flatMap((other) =>
    other.searchNumbers?.resource === name ? other.searchNumbers.field : [],
  );
  const columns = [...new Set([...searchIn, ...wildcards, ...numbers])].filter((column) => texts.has(column));
  return columns.length > 0 ? [{ name: `pb_${table.name}_trigram`, columns, unique: false, method: "trigram" }] : [];
}

function prefixIndex(table: string, column: string): IndexStorage {
  return { ...index(table, [column]), name: `pb_${table}_${column}_prefix`, method: "prefix" };
}

function index(table: string, columns: readonly string[], unique = false): IndexStorage {
  const suffix = columns.filter((column) => column !== "id" || columns.length === 1).join("_");
  return { name: `pb_${table}_${suffix}${unique ? "_unique" : ""}`, columns, unique };
}
