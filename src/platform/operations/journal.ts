import { type RawBuilder, sql } from "kysely";
import { can, isGuarded } from "../../core/access.ts";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { notFound } from "../../core/errors.ts";
import type { Actor, Reading } from "../entityHooks.ts";
import type { Page } from "../http/hal.ts";
import type { Paging } from "../http/query.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { countRows } from "../query/selectRows.ts";
import { inScope, visibleTo } from "../query/visible.ts";

/** A row of the journal. */
export interface StoredEntry {
  readonly id: number;
  readonly changes: { readonly [field: string]: Json };
  readonly [column: string]: Json;
}

/** Changes of one record, oldest first; also of a deleted one, for those who could see it. */
export async function listJournal(
  reading: Reading,
  plan: ResourcePlan,
  id: number | undefined,
  paging: Paging,
): Promise<Page> {
  if (id === undefined) throw notFound(plan.name, "");
  const where = await entriesOf(reading, plan, id);
  return pageOfEntries(reading, where, paging, (row) => toRecord(plan, reading.actor, id, row));
}

/** One page of the entries under a `where`, oldest first. */
export async function pageOfEntries(
  { db }: Pick<Reading, "db">,
  where: RawBuilder<unknown>,
  { page, rows: size }: Paging,
  present: (row: StoredEntry) => WireRecord,
): Promise<Page> {
  const count = sql<{ count: number }>`select count(*) as count from journals ${where}`;
  const total = Number((await count.execute(db)).rows[0]?.count ?? 0);
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  const entries = sql<StoredEntry>`select ${columns} from journals ${where} order by id limit ${size} offset ${offset}`;
  const records = (await entries.execute(db)).rows.map(present);
  return { records, page, rows: size, total, hasNext: total > offset + size };
}

export async function readJournalEntry(
  reading: Reading,
  plan: ResourcePlan,
  id: number | undefined,
  entryId: number | undefined,
): Promise<WireRecord> {
  if (id === undefined || entryId === undefined) throw notFound("journals", entryId ?? "");
  const row = await entryUnder(reading, await entriesOf(reading, plan, id), entryId);
  return toRecord(plan, reading.actor, id, row);
}

export async function entryUnder(
  { db }: Pick<Reading, "db">,
  where: RawBuilder<unknown>,
  entryId: number,
): Promise<StoredEntry> {
  const entry = sql<StoredEntry>`select ${columns} from journals ${where} and id = ${entryId}`;
  const [row] = (await entry.execute(db)).rows;
  if (!row) throw notFound("journals", entryId);
  return row;
}

const columns = sql.raw(
  "id, resource_name, resource_id, operation, timestamp, user_id, username, reseller_id, changes",
);

function toRecord(plan: ResourcePlan, actor: Actor, id: number, row: StoredEntry): WireRecord {
  return { ...row, changes: readableChanges(plan, actor, id, row.changes) };
}

async function entriesOf(reading: Reading, plan: ResourcePlan, id: number) {
  const { db, actor } = reading;
  const ofRecord = sql`where resource_name = ${plan.name} and resource_id = ${id}`;
  if ((await countRows(reading, plan, [byId(id), ...visibleTo(plan, actor)])) > 0) return ofRecord;
  const exists = (await countRows(reading, plan, [byId(id)])) > 0;
  if (exists && (await countRows(reading, plan, [byId(id), ...inScope(plan, actor)])) === 0)
    throw notFound(plan.name, id);
  const own = actor.resellerId === null ? sql`` : sql` and reseller_id = ${actor.resellerId}`;
  const { rows } = await sql`select 1 from journals ${ofRecord}${own} limit 1`.execute(db);
  if (rows.length === 0) throw notFound(plan.name, id);
  return sql`${ofRecord}${own}`;
}

/** A change reveals the field's value: callers who may not read the field do not get it. */
function readableChanges(
  plan: ResourcePlan,
  actor: Actor,
  id: number,
  changes: StoredEntry["changes"],
): StoredEntry["changes"] {
  const entries = Object.entries(changes).filter(([name]) => {
    const field = plan.fields.get(name);
    // Secrets are masked already, and nobody can read them anyway.
    if (field?.secret || field?.writeOnly) return true;
    return !field || !isGuarded(field) || can(actor, plan.descriptor, "lookup", { field, record: { id } });
  });
  return Object.fromEntries(entries);
}
