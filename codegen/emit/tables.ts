import { erasedBy } from "../erases.ts";
import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { type Index, indexesOf, uniqueByName } from "./indexes.ts";
import { compact, header, toCode } from "./print.ts";

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly default?: string;
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
    indexes: indexesOf(resource, stored, byName),
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
