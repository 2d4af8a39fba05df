import { type FieldModel, fieldAt, type ResourceModel, templatePaths } from "../model.ts";

/** As in `IndexStorage` of src/core/descriptor.ts. */
export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly method?: "prefix" | "gin" | "trigram";
  readonly except?: { readonly field: string; readonly values: readonly string[] };
  readonly where?: ResourceModel["table"]["where"];
}

/** What a resource asks of its table: that references, filters and what is unique are found, and a large list stays fast. */
export function indexesOf(
  resource: ResourceModel,
  stored: readonly FieldModel[],
  byName: ReadonlyMap<string, ResourceModel>,
): Index[] {
  const { name } = resource.table;
  return uniqueByName([
    ...stored.flatMap((field) => fieldIndexes(name, field, resource)),
    ...scopeIndex(name, resource, byName),
    ...(resource.x.large ? [...orderIndexes(resource, stored), ...searchIndex(resource, stored)] : []),
    ...(resource.x.indexes ?? []).map((columns) => index(name, columns)),
  ]);
}

/** Of two with the same name one is enough; a search looks in what either resource of a table wants to be found by. */
export function uniqueByName(indexes: readonly Index[]): Index[] {
  const found = new Map<string, Index>();
  for (const entry of indexes) {
    const known = found.get(entry.name);
    const columns = known?.method === "trigram" ? [...new Set([...known.columns, ...entry.columns])] : entry.columns;
    found.set(entry.name, { ...entry, columns });
  }
  return [...found.values()];
}

function fieldIndexes(table: string, field: FieldModel, resource: ResourceModel): Index[] {
  const indexes: Index[] = [];
  if (field.unique) {
    const { status } = resource.x;
    indexes.push({
      ...index(table, [...field.unique, field.name], true),
      ...(status?.hidden ? { except: { field: status.field, values: status.hidden } } : {}),
      // Of those that share a table each counts its own rows only.
      ...(resource.table.where ? { where: resource.table.where } : {}),
    });
  }
  if (field.reference && field.kind === "reference") indexes.push(index(table, [field.name, "id"]));
  if (field.kind === "references" || (field.kind === "list" && field.fields?.some((nested) => nested.reference))) {
    indexes.push({ ...index(table, [field.name]), method: "gin" });
  }
  if (field.filter === "wildcard") {
    indexes.push({ ...index(table, [field.name]), name: `pb_${table}_${field.name}_prefix`, method: "prefix" });
  }
  if (field.filter === "exact" || field.filter === "list") indexes.push(index(table, [field.name, "id"]));
  return indexes;
}

function scopeIndex(
  table: string,
  { name, x: { scope } }: ResourceModel,
  byName: ReadonlyMap<string, ResourceModel>,
): Index[] {
  return scope && fieldAt(byName, name, scope) ? [index(table, [scope, "id"])] : [];
}

/**
 * A list in any order that its view offers, or that it has at first, reads an index and no more; of those that share a
 * table each has indexes over its own rows, which may be few among many.
 */
function orderIndexes({ name, table, columns, x }: ResourceModel, stored: readonly FieldModel[]): Index[] {
  const isSortable = new Set(stored.filter(({ fields }) => fields === undefined).map((field) => field.name));
  const orders = [
    ...columns.filter(({ sortable }) => sortable).map(({ source }) => source),
    // The title is a column that leads to the record, called after its first field.
    ...templatePaths(x.record).slice(0, 1),
    ...(x.list.sort ? [x.list.sort.replace(/^-/, "")] : []),
  ];
  const own = [...new Set(orders)].filter((order) => isSortable.has(order)).map((order) => [order, "id"]);
  const { where } = table;
  if (!where) return own.map((sorted) => index(table.name, sorted));
  return [["id"], ...own].map((sorted) => ({ ...index(name, sorted), where }));
}

/**
 * One index for what is looked for anywhere in texts: the search of the list, and filters that take `*`. Over all rows:
 * from one over some of them the planner does not learn how frequent a text is.
 */
function searchIndex({ table, searchIn, filters }: ResourceModel, stored: readonly FieldModel[]): Index[] {
  const wildcards = filters.filter(({ match }) => match === "wildcard").map(({ source }) => source);
  const texts = new Set(stored.filter(({ schema }) => schema.type === "string").map((field) => field.name));
  const columns = [...new Set([...searchIn, ...wildcards])].filter((column) => texts.has(column));
  return columns.length > 0 ? [{ name: `pb_${table.name}_trigram`, columns, unique: false, method: "trigram" }] : [];
}

function index(table: string, columns: readonly string[], unique = false): Index {
  const suffix = columns.filter((column) => column !== "id" || columns.length === 1).join("_");
  return { name: `pb_${table}_${suffix}${unique ? "_unique" : ""}`, columns, unique };
}
