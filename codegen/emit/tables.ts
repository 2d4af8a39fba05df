import { erasedBy } from "../erases.ts";
import { type FieldModel, fieldAt, type Model, type ResourceModel } from "../model.ts";
import { compact, header, toCode } from "./print.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: string;
}
interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
  readonly method?: "prefix" | "gin";
  readonly except?: { readonly field: string; readonly values: readonly string[] };
  readonly where?: ResourceModel["table"]["where"];
}
interface Table {
  readonly name: string;
  readonly columns: Column[];
  readonly indexes: Index[];
}

/** `tables.gen.ts`: tables and indexes of what is stored; the platform migrates a database to them. */
export function emitTables({ resources }: Model): Map<string, string> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const tables = new Map<string, Table>();
  const stored = resources.filter(({ x }) => x.storage !== "computed");
  // Those that make rows come first: who only reads the rows of others does not say what these must have.
  const makesRows = ({ operations }: ResourceModel) => operations.includes("create");
  // Of settings nobody makes: the form that the table is called after says what it has.
  const rank = (resource: ResourceModel) => (makesRows(resource) ? 2 : resource.table.name === resource.name ? 1 : 0);
  for (const resource of [...stored].sort((a, b) => rank(b) - rank(a))) {
    const table = toTable(resource, byName);
    const known = tables.get(table.name);
    if (!known) tables.set(table.name, table);
    else if (makesRows(resource)) tables.set(table.name, merge(known, table));
    else tables.set(table.name, { ...known, indexes: uniqueByName([...known.indexes, ...table.indexes]) });
  }
  const storage = stored.map((resource) => {
    const { status } = resource.x;
    const erases = erasedBy(resource, stored);
    const ends = erases.length > 0 ? { field: status?.field, value: endOf(resource), erases } : undefined;
    return [resource.name, { ...resource.table, ...compact({ ends }) }] as const;
  });
  return new Map([
    [
      "tables.gen.ts",
      `${header("schemas/entities")}import type { StorageDescriptor, TableDescriptor } from "../core/descriptor.ts";\n\n` +
        `/** Every table of the platform. */\nexport const tables: readonly TableDescriptor[] = ${toCode(inOrder(tables, stored))};\n\n` +
        `/** Resource -> the table it lives in, the rows there that are its own, and what its end takes along. */\n` +
        `export const storage: Readonly<Record<string, StorageDescriptor>> = ${toCode(Object.fromEntries(storage))};\n`,
    ],
  ]);
}

/** In the order of their first resources. */
function inOrder(tables: ReadonlyMap<string, Table>, stored: readonly ResourceModel[]): Table[] {
  const names = new Set(stored.map(({ table }) => table.name));
  return [...names].flatMap((name) => tables.get(name) ?? []);
}

/** The status after which a record is over. */
function endOf({ x: { status } }: ResourceModel): string | undefined {
  return status?.terminated ?? status?.deleteSets;
}

function toTable(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): Table {
  const { name } = resource.table;
  const stored = resource.fields.filter((field) => !field.computed && field.name !== "id" && field.derive !== "id");
  return {
    name,
    // Settings have their owner's id; all other tables number their rows.
    columns: [...(resource.owner ? [{ name: "id", type: "integer", notNull: true }] : []), ...stored.map(toColumn)],
    indexes: uniqueByName([
      ...stored.flatMap((field) => fieldIndexes(name, field, resource)),
      ...orderIndexes(name, resource, byName),
      ...(resource.x.indexes ?? []).map((columns) => index(name, columns)),
    ]),
  };
}

function toColumn(field: FieldModel): Column {
  return {
    name: field.name,
    type: sqlType(field),
    notNull: field.required !== false && field.when === undefined,
  };
}

function sqlType({ kind, schema }: FieldModel): string {
  if (kind === "dateTime") return "timestamptz";
  switch (schema.type) {
    case "integer":
      return "integer";
    case "number":
      return "numeric";
    case "boolean":
      return "boolean";
    case "string":
      return "text";
    case "object":
    case "array":
      return "jsonb";
    default:
      throw new Error(`no column type for ${kind}`);
  }
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

/** A list sorted by any of its own columns, or narrowed to a reseller, reads an index and no more. */
function orderIndexes(table: string, resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): Index[] {
  const sortable = resource.columns.filter((column) => column.sortable && !column.source.includes("."));
  const scope = resource.x.scope;
  return [
    ...sortable.filter((column) => column.source !== "id").map((column) => index(table, [column.source, "id"])),
    ...(scope && fieldAt(byName, resource.name, scope) ? [index(table, [scope, "id"])] : []),
  ];
}

function index(table: string, columns: readonly string[], unique = false): Index {
  const suffix = columns.filter((column) => column !== "id").join("_");
  return { name: `pb_${table}_${suffix}${unique ? "_unique" : ""}`, columns, unique };
}

/** Two resources in one table: a column is required only where both have it and require it. */
function merge(a: Table, b: Table): Table {
  const names = [...new Set([...a.columns, ...b.columns].map((column) => column.name))];
  return {
    name: a.name,
    columns: names.map((name) => {
      const left = a.columns.find((column) => column.name === name);
      const right = b.columns.find((column) => column.name === name);
      const column = (left ?? right) as Column;
      return { ...column, notNull: Boolean(left?.notNull && right?.notNull) };
    }),
    indexes: uniqueByName([...a.indexes, ...b.indexes]),
  };
}

function uniqueByName(indexes: readonly Index[]): Index[] {
  return [...new Map(indexes.map((entry) => [entry.name, entry])).values()];
}
