import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from "kysely";
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

type StoredItem = Pick<Selectable<Tables["panel_items"]>, "id" | "data">;

/** All records of a shelf, oldest first; at most `MAX_PANEL_ITEMS`. */
export async function listItems(db: Db, shelf: Shelf): Promise<PanelItem[]> {
  return (await db.selectFrom("panel_items").select(columns).where(on(shelf)).orderBy("id").execute()).map(toItem);
}

export async function findItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const items = db.selectFrom("panel_items").select(columns).where(on(shelf));
  return (await items.where("id", "=", id).execute()).map(toItem)[0];
}

/** Undefined if the shelf is full, even with concurrent requests. */
export async function addItem(db: Db, { owner, collection }: Shelf, data: object): Promise<PanelItem | undefined> {
  return transaction(db, async (trx) => {
    await lockShelf(trx, { owner, collection });
    const { rows } = await sql<StoredItem>`insert into panel_items (collection, owner, data)
      select ${collection}, ${owner}, ${JSON.stringify(data)}::jsonb
      where (select count(*) from panel_items where owner = ${owner} and collection = ${collection}) < ${MAX_PANEL_ITEMS}
      returning id, data`.execute(trx);
    return rows.map(toItem)[0];
  });
}

export async function replaceItem(db: Db, shelf: Shelf, id: number, data: object): Promise<PanelItem | undefined> {
  const items = db
    .updateTable("panel_items")
    .set({ data: JSON.stringify(data) })
    .where(on(shelf));
  return (await items.where("id", "=", id).returning(columns).execute()).map(toItem)[0];
}

/** The deleted record; undefined if it does not exist. */
export async function removeItem(db: Db, shelf: Shelf, id: number): Promise<PanelItem | undefined> {
  const items = db.deleteFrom("panel_items").where(on(shelf));
  return (await items.where("id", "=", id).returning(columns).execute()).map(toItem)[0];
}

const columns = ["id", "data"] as const;

function on({ owner, collection }: Shelf) {
  return (item: ExpressionBuilder<Tables, "panel_items">) => item.and({ owner, collection });
}

async function lockShelf(trx: Transaction<Tables>, { owner, collection }: Shelf): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`${owner} ${collection}`}))`.execute(trx);
}

function toItem({ id, data }: StoredItem): PanelItem {
  return { ...data, id };
}
