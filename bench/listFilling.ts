import { type Kysely, type RawBuilder, sql } from "kysely";
import type { ColumnStorage, FieldDescriptor, TableDescriptor } from "../src/core/descriptor.ts";
import { resources } from "../src/generated/all.gen.ts";
import type { Tables } from "../src/generated/database.gen.ts";
import { storage, tables } from "../src/generated/tables.gen.ts";
import { transaction } from "../src/platform/db/tables.ts";
import { continueIds } from "../src/platform/seed/insertRows.ts";
import type { ScaleRows } from "../src/platform/seed/scale.ts";
import { withoutIndexes } from "../src/platform/seed/withoutIndexes.ts";

/** Subscribers per row in every other growing table. */
const SUBSCRIBERS_PER_ROW = 4;
/** Tables that the seed fills. */
const SEEDED = new Set(["subscribers", "numbers", "customers", "contacts"]);
/** References to what grows: `subscriber_id`, and `source_subscriber_id` of a call. */
const OWNER = /(?:^|_)(?:subscriber|customer)_id$/;
/** Tables that grow without a reference to a subscriber or customer. */
const OTHER = new Set(["lnpnumbers"]);
/** Kinds of free text: a numeric suffix makes the values vary. */
const FREE = new Set<FieldDescriptor["kind"]>(["text", "longText", "email", "phoneNumber", "host", "password"]);

/**
 * Fills the other tables that grow with subscribers (voicemails, registrations, phone books, calls): repeats the demo
 * rows, each for another subscriber and with varied texts.
 */
export async function fillLists(db: Kysely<Tables>, made: ScaleRows): Promise<void> {
  const count = Math.floor(made.subscribers / SUBSCRIBERS_PER_ROW);
  for (const table of tables.filter(grows)) {
    await transaction(db, async (trx) => {
      await withoutIndexes(trx, [table.name], () => multiply(trx, table, { made, count }));
      if (ownersTable(table) === undefined) await continueIds(trx, table.name);
    });
    await sql`analyze ${sql.table(table.name)}`.execute(db);
  }
}

function grows(table: TableDescriptor): boolean {
  // Children of a subscriber's record, such as rules of a set, keep only their demo rows.
  if (SEEDED.has(table.name) || table.columns.some(({ name }) => name === "set_id")) return false;
  if (OTHER.has(table.name) || ownersTable(table) !== undefined) return true;
  return table.columns.some(({ name }) => OWNER.test(name));
}

/** Where the rows are settings, with their owners' ids: the table of the owners. */
function ownersTable({ references }: TableDescriptor): string | undefined {
  return references?.find(({ column }) => column === "id")?.table;
}

interface Growth {
  readonly made: ScaleRows;
  readonly count: number;
}

async function multiply(db: Kysely<Tables>, table: TableDescriptor, growth: Growth): Promise<void> {
  const columns = table.columns.filter(({ name }) => name !== "id" && name !== "row_version");
  const name = sql.table(table.name);
  const { made } = growth;
  const owners = ownersTable(table);
  const count = owners === "customers" ? Math.min(growth.count, made.customers) : growth.count;
  const highest =
    owners === undefined
      ? sql`(select coalesce(max(id), 0) from ${name})`
      : sql`${owners === "customers" ? made.customerBase : made.subscriberBase}::integer`;
  await sql`
    with template as (select row_number() over (order by id) - 1 as place, * from ${name}),
      base as (select ${highest} as id, nullif((select count(*) from ${name}), 0) as templates)
    insert into ${name} (${sql.join(["id", ...columns.map((column) => column.name)].map((column) => sql.ref(column)))})
    select ${sql.join([sql`base.id + n`, ...columns.map((column) => nextValue(table, column, growth))])}
    from base, generate_series(1, ${count}::integer) as n
    join template on template.place = n % (select templates from base)`.execute(db);
}

/** The template's value, adapted to another subscriber and made unique where required. */
function nextValue(table: TableDescriptor, { name, type }: ColumnStorage, { made }: Growth): RawBuilder<unknown> {
  const value = sql.ref(`template.${name}`);
  const replaced = (other: RawBuilder<unknown>) => sql`case when ${value} is null then null else ${other} end`;
  // Every subscriber gets one row before any gets a second.
  const idInTurn = (base: number, size: number) => replaced(sql`${base}::integer + 1 + n % ${size}::integer`);
  if (type === "integer" && /(?:^|_)subscriber_id$/.test(name)) return idInTurn(made.subscriberBase, made.subscribers);
  if (type === "integer" && /(?:^|_)customer_id$/.test(name)) return idInTurn(made.customerBase, made.customers);
  if (/(?:^|_)reseller_id$/.test(name)) return replaced(sql`${made.resellerId}::integer`);
  if (type === "timestamptz") return sql`${value} - n * interval '1 minute'`;
  if (type === "text" && (isFree(table, name) || isUnique(table, name))) return sql`${value} || ${"-"}::text || n`;
  return value;
}

function isFree(table: TableDescriptor, column: string): boolean {
  const ofTable = Object.values(resources).filter(({ descriptor }) => storage[descriptor.name]?.name === table.name);
  return ofTable.some(({ descriptor }) =>
    descriptor.fields.some(({ name, kind }) => name === column && FREE.has(kind)),
  );
}

function isUnique({ indexes }: TableDescriptor, column: string): boolean {
  return indexes.some(({ unique, columns }) => unique && columns.at(-1) === column);
}
