import { type Kysely, sql, type Transaction } from "kysely";
import { MAX_PANEL_ITEMS, type PanelCollection } from "../../core/panelItems.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { transaction } from "../db/tables.ts";

type Db = Kysely<Tables>;

/** The owner and collection of records, which every statement is limited to. */
export interface Shelf {
  readonly owner: string;
  readonly collection: PanelCollection;
}

/** A record in the API. */
export type PanelItem = { readonly id: number } & Readonly<Record<string, string | number>>;

interface StoredItem {
  readonly id: number;
  readonly data: Readonly<Record<string, string>>;
}

/** All records of a shelf, oldest first; at most `MAX_PANEL_ITEMS`. */
export async function listItems(db: Db, shelf: Shelf): Promise<PanelItem[]> {
  const { rows } = await sql<StoredItem>`select id, data from panel_items ${on(shelf)} order by id`.execute(db);
  return rows.map(toItem);
}

export async function findItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const { rows } = await sql<StoredItem>`select id, data from panel_items ${on(shelf)} and id = ${id}`.execute(db);
  return rows.map(toItem)[0];
}

/** Undefined if the shelf is full, even with concurrent requests. */
export async function addItem(db: Db, shelf: Shelf, data: object): Promise<PanelItem | undefined> {
  return transaction(db, async (trx) => {
    await lockShelf(trx, shelf);
    const { rows } = await sql<StoredItem>`insert into panel_items (collection, owner, data)
      select ${shelf.collection}, ${shelf.owner}, ${JSON.stringify(data)}::jsonb
      where (select count(*) from panel_items ${on(shelf)}) < ${MAX_PANEL_ITEMS}
      returning id, data`.execute(trx);
    return rows.map(toItem)[0];
  });
}

export async function replaceItem(db: Db, shelf: Shelf, id: number, data: object): Promise<PanelItem | undefined> {
  const { rows } = await sql<StoredItem>`update panel_items set data = ${JSON.stringify(data)}::jsonb
    ${on(shelf)} and id = ${id} returning id, data`.execute(db);
  return rows.map(toItem)[0];
}

/** The deleted record; undefined if it does not exist. */
export async function removeItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const { rows } =
    await sql<StoredItem>`delete from panel_items ${on(shelf)} and id = ${id} returning id, data`.execute(db);
  return rows.map(toItem)[0];
}

function on({ owner, collection }: Shelf) {
  return sql`where owner = ${owner} and collection = ${collection}`;
}

async function lockShelf(trx: Transaction<Tables>, { owner, collection }: Shelf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${owner} ${collection}`}))`.execute(trx);
}

function toItem({ id, data }: StoredItem): PanelItem {
  return { ...data, id: Number(id) };
}
