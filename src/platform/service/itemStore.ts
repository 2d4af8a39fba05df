import { type Kysely, sql, type Transaction } from "kysely";
import { MAX_PANEL_ITEMS, type PanelCollection } from "../../core/panelItems.ts";
import type { AnyTables } from "../db/tables.ts";
import { transaction } from "../db/tables.ts";

type Db = Kysely<AnyTables>;

/** Whose records, and of which kind: every statement is bound to it. */
export interface Shelf {
  readonly owner: string;
  readonly collection: PanelCollection;
}

/** A record as it is on the wire. */
export type PanelItem = { readonly id: number } & Readonly<Record<string, string | number>>;

interface StoredItem {
  readonly id: number;
  readonly data: Readonly<Record<string, string>>;
}

/** All records of a shelf, oldest first; there are at most `MAX_PANEL_ITEMS`. */
export async function listItems(db: Db, shelf: Shelf): Promise<PanelItem[]> {
  const { rows } = await sql<StoredItem>`select id, data from panel_items ${on(shelf)} order by id`.execute(db);
  return rows.map(toItem);
}

export async function findItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const { rows } = await sql<StoredItem>`select id, data from panel_items ${on(shelf)} and id = ${id}`.execute(db);
  return rows.map(toItem)[0];
}

/** Undefined when the shelf is full. Two requests at once can not pass the bound together. */
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

/** The removed record, undefined when there is none. */
export async function removeItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const { rows } =
    await sql<StoredItem>`delete from panel_items ${on(shelf)} and id = ${id} returning id, data`.execute(db);
  return rows.map(toItem)[0];
}

function on({ owner, collection }: Shelf) {
  return sql`where owner = ${owner} and collection = ${collection}`;
}

async function lockShelf(trx: Transaction<AnyTables>, { owner, collection }: Shelf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${owner} ${collection}`}))`.execute(trx);
}

function toItem({ id, data }: StoredItem): PanelItem {
  return { ...data, id: Number(id) };
}
