import type { ColumnStorage, Json, ReferenceStorage, TableDescriptor } from "../../src/core/schema/descriptor.ts";
import { groupBy } from "../../src/core/values/groupBy.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { erasedBy } from "../statusDependents.ts";
import { indexesOf, uniqueByName } from "./indexes.ts";
import { compact, header, toCode } from "./print.ts";

/** `tables.gen.ts`: tables and indexes that the platform migrates its database to. */
export function emitTables({ resources }: Model): Map<string, string> {
  const byName = new Map(resources.map((resource) => [resource.name, resource]));
  const tables = new Map<string, TableDescriptor>();
  const stored = resources.filter(({ x }) => x.storage === undefined);
  const queried = resources.filter(({ x }) => x.storage === "query");
  // Resources that create rows come first: those that only read another one's table do not determine its columns.
  const makesRows = ({ operations }: ResourceModel) => operations.includes("create");
  // Settings are never created: the form that has the name of the table determines its columns.
  const rank = (resource: ResourceModel) => (makesRows(resource) ? 2 : resource.table.name === resource.name ? 1 : 0);
  for (const resource of [...stored].sort((a, b) => rank(b) - rank(a))) {
    const table = toTable(resource, byName);
    const known = tables.get(table.name);
    if (!known) tables.set(table.name, table);
    else if (makesRows(resource) || table.name === resource.name) tables.set(table.name, merge(known, table));
    else tables.set(table.name, { ...known, indexes: uniqueByName([...known.indexes, ...table.indexes]) });
  }
  const storage = stored.map((resource) => {
    const { status } = resource.x;
    const dependents = erasedBy(resource, stored);
    const statusDependents =
      dependents.length > 0 ? { field: status?.field, value: finalStatusOfResource(resource), dependents } : undefined;
    return [resource.name, { ...resource.table, ...compact({ statusDependents }) }] as const;
  });
  return new Map([
    [
      "tables.gen.ts",
      `${header("schemas/resources")}import type { StorageDescriptor, TableDescriptor } from "../core/schema/descriptor.ts";\n\n` +
        `/** Every table of the platform. */\nexport const tables: readonly TableDescriptor[] = ${toCode(sortByResource(tables, stored))};\n\n` +
        `/** Columns of the resources that are queries over other tables. */\nexport const queries: readonly TableDescriptor[] = ${toCode(queried.map(toQuery))};\n\n` +
        `/** Resource -> its table, its rows there, and what is deleted with a record that gets its final status. */\n` +
        `export const storage: Readonly<Record<string, StorageDescriptor>> = ${toCode(Object.fromEntries(storage))};\n`,
    ],
    ["database.gen.ts", databaseTypes([...tables.values()], stored, queried)],
  ]);
}

/** How Kysely reads and writes a column of each type: see src/platform/db/columnTypes.ts. */
const VALUES: Readonly<Record<string, string>> = {
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
  stored: readonly ResourceModel[],
  queried: readonly ResourceModel[],
): string {
  const contents = contentsOf(stored);
  const members = ({ name, columns }: TableDescriptor, known = contents.get(name)) =>
    columns
      .map((column) => {
        const type = known?.get(column.name) ?? VALUES[column.type];
        return `    ${column.name}: ${type}${column.notNull ? "" : " | null"};\n`;
      })
      .join("");
  const owned = tables.map((table) => {
    const id = table.columns.some(({ name }) => name === "id") ? "" : "    id: Generated<number>;\n";
    return `  ${table.name}: {\n${id}    row_version: Generated<number>;\n${members(table)}  };\n`;
  });
  const rows = stored.map(({ name, table, owner }) => {
    const own = `Tables["${table.name}"]`;
    // Settings are read together with their owner.
    const whole = owner ? `${own} & Omit<Tables["${owner.resource}"], keyof ${own}>` : own;
    return `  ${name}: ${whole};\n`;
  });
  const answers = queried.map((resource) => {
    const table = toQuery(resource);
    return `  ${table.name}: {\n    id: number;\n    row_version: number;\n${members(table, contentOfFields(resource))}  };\n`;
  });
  return (
    `${header("schemas/resources")}import type { Generated } from "kysely";\nimport type { Document, Instant } from "../platform/db/columnTypes.ts";\n\n` +
    `/** Every table that stores records. */\nexport interface Tables {\n${owned.join("")}}\n\n` +
    `/** Resource -> the columns of its rows. */\nexport interface Rows {\n${[...rows, ...answers].join("")}}\n`
  );
}

/** Table -> column -> the type of what its documents contain, or of its choices. */
function contentsOf(stored: readonly ResourceModel[]): Map<string, Map<string, string>> {
  const contents = new Map<string, Map<string, string>>();
  for (const { table } of stored) {
    const fields = stored.flatMap((one) => (one.table.name === table.name ? one.fields : []));
    contents.set(table.name, contentOfFields({ fields }));
  }
  return contents;
}

function contentOfFields({ fields }: Pick<ResourceModel, "fields">): Map<string, string> {
  const columns = fields.filter((field) => !field.computed);
  const contents = new Map<string, string>();
  for (const [name, alike] of groupBy(columns, (field) => field.name)) {
    const [document] = alike.flatMap((field) => (sqlType(field) === "jsonb" ? (contentOf(field) ?? []) : []));
    // Of resources in one table each has its own choices.
    const isChoice = alike.every(({ schema }) => schema.enum);
    const choices = isChoice ? choicesOf(alike.flatMap(({ schema }) => schema.enum ?? [])) : undefined;
    const content = document === undefined ? choices : `Document<${document}>`;
    if (content !== undefined) contents.set(name, content);
  }
  return contents;
}

const choicesOf = (values: readonly Json[]) => [...new Set(values)].map((value) => JSON.stringify(value)).join(" | ");

/** The TypeScript of a field inside a document; undefined where the schema leaves its content open. */
function contentOf({ schema, fields }: FieldModel): string | undefined {
  const { type, items } = schema;
  const members = fields?.map((field) =>
    field.required === true
      ? `readonly ${field.name}: ${contentOf(field) ?? "unknown"}`
      : `readonly ${field.name}?: ${contentOf(field) ?? "unknown"} | null`,
  );
  const one = members ? `{ ${members.join("; ")} }` : scalarOf(type === "array" ? (items ?? {}) : schema);
  return one !== undefined && type === "array" ? `(${one})[]` : one;
}

function scalarOf({ type, enum: choices }: Pick<FieldModel["schema"], "type" | "enum">): string | undefined {
  if (choices) return choicesOf(choices);
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
  stored: readonly ResourceModel[],
): TableDescriptor[] {
  const names = new Set(stored.map(({ table }) => table.name));
  return [...names].flatMap((name) => tables.get(name) ?? []);
}

/** The final status of records. */
function finalStatusOfResource({ x: { status } }: ResourceModel): string | undefined {
  return status?.terminated ?? status?.softDeleteValue;
}

const ID: ColumnStorage = { name: "id", type: "integer", notNull: true };

function toTable(resource: ResourceModel, byName: ReadonlyMap<string, ResourceModel>): TableDescriptor {
  const { name } = resource.table;
  const stored = resource.fields.filter((field) => !field.computed && field.name !== "id" && field.derive !== "id");
  return {
    name,
    // The id of settings is that of their owner; all other tables generate ids.
    columns: [...(resource.owner ? [ID] : []), ...stored.map(toColumn)],
    indexes: indexesOf(resource, stored, byName),
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
  const own = fields.flatMap((field): ReferenceStorage[] => {
    const table = storedTable(field.reference?.resource, byName);
    if (field.kind !== "reference" || field.computed || field.derive || !table) return [];
    return [{ column: field.name, table, ...orphansOf(field) }];
  });
  const owned = storedTable(owner?.resource, byName);
  const references: ReferenceStorage[] = owned ? [{ column: "id", table: owned, orphans: "delete" }, ...own] : own;
  return references.length > 0 ? { references } : {};
}

function storedTable(resource: string | undefined, byName: ReadonlyMap<string, ResourceModel>): string | undefined {
  const target = byName.get(resource ?? "");
  return target && target.x.storage === undefined ? target.table.name : undefined;
}

function orphansOf({ reference }: FieldModel): Pick<ReferenceStorage, "orphans"> {
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
function merge(a: TableDescriptor, b: TableDescriptor): TableDescriptor {
  const names = [...new Set([...a.columns, ...b.columns].map((column) => column.name))];
  return {
    name: a.name,
    columns: names.map((name) => {
      const left = a.columns.find((column) => column.name === name);
      const right = b.columns.find((column) => column.name === name);
      const column = (left ?? right) as ColumnStorage;
      return { ...column, notNull: Boolean(left?.notNull && right?.notNull) };
    }),
    indexes: uniqueByName([...a.indexes, ...b.indexes]),
    ...compact({ partitionBy: a.partitionBy ?? b.partitionBy }),
    ...mergeReferences(a, b),
  };
}

function mergeReferences(a: TableDescriptor, b: TableDescriptor): Pick<TableDescriptor, "references"> {
  const known = new Set(a.references?.map(({ column }) => column));
  const references = [...(a.references ?? []), ...(b.references ?? []).filter(({ column }) => !known.has(column))];
  return references.length > 0 ? { references } : {};
}
