import type { ColumnStorage, Json, ReferenceStorage, TableDescriptor } from "../../src/core/schema/descriptor.ts";
import { groupBy } from "../../src/core/values/groupBy.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { statusDependentsOf } from "../statusDependents.ts";
import { indexesOf, uniqueByName } from "./indexes.ts";
import { compact, header, toCode } from "./print.ts";

/** `tables.gen.ts`: tables and indexes that the platform migrates its database to. */
export function emitTables({ resources }: Model): Map<string, string> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const tables = new Map<string, TableDescriptor>();
  const storedResources = resources.filter(({ x }) => x.storage === undefined);
  const queryResources = resources.filter(({ x }) => x.storage === "query");
  // Resources that create rows come first: those that only read another one's table do not determine its columns.
  const makesRows = ({ operations }: ResourceModel) => operations.includes("create");
  // Settings are never created: the form that has the name of the table determines its columns.
  const rank = (resource: ResourceModel) => (makesRows(resource) ? 2 : resource.table.name === resource.name ? 1 : 0);
  for (const resource of [...storedResources].sort((a, b) => rank(b) - rank(a))) {
    const table = toTable(resource, byName);
    const existing = tables.get(table.name);
    if (!existing) tables.set(table.name, table);
    else if (makesRows(resource) || table.name === resource.name) tables.set(table.name, mergeTables(existing, table));
    else tables.set(table.name, { ...existing, indexes: uniqueByName([...existing.indexes, ...table.indexes]) });
  }
  const storage = storedResources.map((resource) => {
    const { status } = resource.x;
    const dependents = statusDependentsOf(resource, storedResources);
    const statusDependents =
      dependents.length > 0 ? { field: status?.field, value: finalStatusOfResource(resource), dependents } : undefined;
    return [resource.name, { ...resource.table, ...compact({ statusDependents }) }] as const;
  });
  return new Map([
    [
      "tables.gen.ts",
      `${header("schemas/resources")}import type { StorageDescriptor, TableDescriptor } from "../core/schema/descriptor.ts";\n\n` +
        `/** Every table of the platform. */\nexport const tables: readonly TableDescriptor[] = ${toCode(sortByResource(tables, storedResources))};\n\n` +
        `/** Columns of the resources that are queries over other tables. */\nexport const queries: readonly TableDescriptor[] = ${toCode(queryResources.map(toQuery))};\n\n` +
        `/** Resource -> its table, its rows there, and what is deleted with a record that gets its final status. */\n` +
        `export const storage: Readonly<Record<string, StorageDescriptor>> = ${toCode(Object.fromEntries(storage))};\n`,
    ],
    ["database.gen.ts", databaseTypes([...tables.values()], storedResources, queryResources)],
  ]);
}

/** Column type -> the type in Kysely: see src/platform/db/columnTypes.ts. */
const COLUMN_TYPES: Readonly<Record<string, string>> = {
  integer: "number",
  numeric: "number",
  text: "string",
  boolean: "boolean",
  timestamptz: "Instant",
  jsonb: "Document",
};

/** `database.gen.ts`: the tables as the platform's queries know them, and the columns of each resource's rows. */
function databaseTypes(
  tables: readonly TableDescriptor[],
  storedResources: readonly ResourceModel[],
  queryResources: readonly ResourceModel[],
): string {
  const contents = contentTypes(storedResources);
  const members = ({ name, columns }: TableDescriptor, contentTypes = contents.get(name)) =>
    columns
      .map((column) => {
        const type = contentTypes?.get(column.name) ?? COLUMN_TYPES[column.type];
        return `    ${column.name}: ${type}${column.notNull ? "" : " | null"};\n`;
      })
      .join("");
  const owned = tables.map((table) => {
    const id = table.columns.some(({ name }) => name === "id") ? "" : "    id: Generated<number>;\n";
    return `  ${table.name}: {\n${id}    row_version: Generated<number>;\n${members(table)}  };\n`;
  });
  const rows = storedResources.map(({ name, table, owner }) => {
    const tableType = `Tables["${table.name}"]`;
    // Settings are read together with their owner.
    const rowType = owner ? `${tableType} & Omit<Tables["${owner.resource}"], keyof ${tableType}>` : tableType;
    return `  ${name}: ${rowType};\n`;
  });
  const queryRows = queryResources.map((resource) => {
    const table = toQuery(resource);
    return `  ${table.name}: {\n    id: number;\n    row_version: number;\n${members(table, contentTypesOfFields(resource))}  };\n`;
  });
  return (
    `${header("schemas/resources")}import type { Generated } from "kysely";\nimport type { Document, Instant } from "../platform/db/columnTypes.ts";\n\n` +
    `/** Every table that stores records. */\nexport interface Tables {\n${owned.join("")}}\n\n` +
    `/** Resource -> the columns of its rows. */\nexport interface Rows {\n${[...rows, ...queryRows].join("")}}\n`
  );
}

/** Table -> column -> the type of what its documents contain, or of its choices. */
function contentTypes(resources: readonly ResourceModel[]): Map<string, Map<string, string>> {
  const contents = new Map<string, Map<string, string>>();
  for (const { table } of resources) {
    const fields = resources.flatMap((resource) => (resource.table.name === table.name ? resource.fields : []));
    contents.set(table.name, contentTypesOfFields({ fields }));
  }
  return contents;
}

function contentTypesOfFields({ fields }: Pick<ResourceModel, "fields">): Map<string, string> {
  const columns = fields.filter((field) => !field.computed);
  const contents = new Map<string, string>();
  for (const [name, sameColumn] of groupBy(columns, (field) => field.name)) {
    const [document] = sameColumn.flatMap((field) => (sqlType(field) === "jsonb" ? (contentTypeOf(field) ?? []) : []));
    // Resources in one table have different choices.
    const isChoice = sameColumn.every(({ schema }) => schema.enum);
    const choices = isChoice ? toUnion(sameColumn.flatMap(({ schema }) => schema.enum ?? [])) : undefined;
    const content = document === undefined ? choices : `Document<${document}>`;
    if (content !== undefined) contents.set(name, content);
  }
  return contents;
}

const toUnion = (values: readonly Json[]) => [...new Set(values)].map((value) => JSON.stringify(value)).join(" | ");

/** The TypeScript of a field inside a document; undefined where the schema leaves its content open. */
function contentTypeOf({ schema, fields }: FieldModel): string | undefined {
  const { type, items } = schema;
  const members = fields?.map((field) =>
    field.required === true
      ? `readonly ${field.name}: ${contentTypeOf(field) ?? "unknown"}`
      : `readonly ${field.name}?: ${contentTypeOf(field) ?? "unknown"} | null`,
  );
  const elementType = members ? `{ ${members.join("; ")} }` : scalarType(type === "array" ? (items ?? {}) : schema);
  return elementType !== undefined && type === "array" ? `(${elementType})[]` : elementType;
}

function scalarType({ type, enum: choices }: Pick<FieldModel["schema"], "type" | "enum">): string | undefined {
  if (choices) return toUnion(choices);
  return type === "integer" ? "number" : type === "object" || type === "array" ? undefined : type;
}

/** A query has columns like a table, and the indexes of the tables it reads. */
function toQuery({ name, fields, x }: ResourceModel): TableDescriptor {
  const columns = fields.filter((field) => !field.computed && field.name !== "id").map(toColumn);
  return { name, columns, indexes: [], ...compact({ partitionBy: x.partitionBy }) };
}

/** Sorts tables in the order of the resources. */
function sortByResource(
  tables: ReadonlyMap<string, TableDescriptor>,
  resources: readonly ResourceModel[],
): TableDescriptor[] {
  const names = new Set(resources.map(({ table }) => table.name));
  return [...names].flatMap((name) => tables.get(name) ?? []);
}

/** The final status of records. */
function finalStatusOfResource({ x: { status } }: ResourceModel): string | undefined {
  return status?.terminated ?? status?.softDeleteValue;
}

const ID: ColumnStorage = { name: "id", type: "integer", notNull: true };

function toTable(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): TableDescriptor {
  const { name } = resource.table;
  const columns = resource.fields.filter((field) => !field.computed && field.name !== "id" && field.derive !== "id");
  return {
    name,
    // The id of settings is that of their owner; all other tables generate ids.
    columns: [...(resource.owner ? [ID] : []), ...columns.map(toColumn)],
    indexes: indexesOf(resource, columns, byName),
    ...compact({ partitionBy: resource.x.partitionBy }),
    ...referencesOf(resource, byName),
  };
}

/**
 * Foreign keys of the table. A column copied from a referenced row has none: its source has one, and every foreign key
 * locks the referenced row on insert, which for a reseller would affect all of its writers.
 */
function referencesOf(
  { fields, owner }: ResourceModel,
  byName: ReadonlyMap<string, ResourceModel>,
): Pick<TableDescriptor, "references"> {
  const fieldReferences = fields.flatMap((field): ReferenceStorage[] => {
    const table = storedTable(field.reference?.resource, byName);
    if (field.kind !== "reference" || field.computed || field.derive || !table) return [];
    return [{ column: field.name, table, ...toOrphans(field) }];
  });
  const ownerTable = storedTable(owner?.resource, byName);
  const references: ReferenceStorage[] = ownerTable
    ? [{ column: "id", table: ownerTable, orphans: "delete" }, ...fieldReferences]
    : fieldReferences;
  return references.length > 0 ? { references } : {};
}

function storedTable(resource: string | undefined, byName: ReadonlyMap<string, ResourceModel>): string | undefined {
  const target = byName.get(resource ?? "");
  return target && target.x.storage === undefined ? target.table.name : undefined;
}

function toOrphans({ reference }: FieldModel): Pick<ReferenceStorage, "orphans"> {
  if (reference?.onDelete === "cascade") return { orphans: "delete" };
  return reference?.onDelete === "setNull" ? { orphans: "setNull" } : {};
}

function toColumn(field: FieldModel): ColumnStorage {
  return {
    name: field.name,
    type: sqlType(field),
    notNull: field.required !== false && field.when === undefined,
  };
}

function sqlType({ kind, schema }: FieldModel): ColumnStorage["type"] {
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

/** Merges two resources in one table: a column is required only if both require it. */
function mergeTables(a: TableDescriptor, b: TableDescriptor): TableDescriptor {
  const names = [...new Set([...a.columns, ...b.columns].map((column) => column.name))];
  return {
    name: a.name,
    columns: names.map((name) => {
      const columnOfA = a.columns.find((column) => column.name === name);
      const columnOfB = b.columns.find((column) => column.name === name);
      const column = (columnOfA ?? columnOfB) as ColumnStorage;
      return { ...column, notNull: Boolean(columnOfA?.notNull && columnOfB?.notNull) };
    }),
    indexes: uniqueByName([...a.indexes, ...b.indexes]),
    ...compact({ partitionBy: a.partitionBy ?? b.partitionBy }),
    ...mergeReferences(a, b),
  };
}

function mergeReferences(a: TableDescriptor, b: TableDescriptor): Pick<TableDescriptor, "references"> {
  const columns = new Set(a.references?.map(({ column }) => column));
  const references = [...(a.references ?? []), ...(b.references ?? []).filter(({ column }) => !columns.has(column))];
  return references.length > 0 ? { references } : {};
}
