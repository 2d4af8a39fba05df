import { type Selectable, sql } from "kysely";
import { changingOperations } from "../../../core/api/journalOperations.ts";
import type { Json, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { notFound } from "../../../core/validation/errors.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { anyOf } from "../../db/statements.ts";
import type { Db } from "../../db/tables.ts";
import { valuesById } from "../../db/valuesById.ts";
import type { DeletedSnapshot, NewJournalEntry, ReadContext } from "../../resourceHooks.ts";
import { entryColumns, loadRecordEntries, readableChanges, readableOf, unreadable } from "../operations/journal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

type Stored = Selectable<Tables["journals"]>;

const columns = [...entryColumns, "kept" as const];

/** An entry of the journal with all that restoring needs. */
export interface StoredJournalEntry extends Omit<Pick<Stored, (typeof columns)[number]>, "changes" | "kept"> {
  readonly changes: NewJournalEntry["changes"];
  readonly kept: DeletedSnapshot | null;
}

/** Entries with the changes that the caller may read. */
export async function loadEntry(
  context: ReadContext,
  plan: ResourcePlan,
  id: number | undefined,
  entryId: number | undefined,
  resource: string = plan.name,
) {
  if (id === undefined || entryId === undefined) throw notFound("journals", entryId ?? "");
  const entries = await loadRecordEntries(context, plan, id, resource);
  const row = await entries.select(columns).where("id", "=", entryId).executeTakeFirst();
  if (!row) throw notFound("journals", entryId);
  return toEntry(row, readableChanges(plan, context.actor, id, row));
}

/**
 * Returns the entries that the requests of a bulk run were for, the newest first, among those of these resources: of
 * each request the entries of the resource that it journaled last, as whatever follows from a record comes before it.
 */
export async function loadRunRoots(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  run: string,
  resources: readonly string[],
): Promise<{ readonly id: number; readonly resource: string }[]> {
  const rows = await db
    .selectFrom("journals")
    .select(["id", "resource_name", "unit"])
    .where("run", "=", run)
    .where("operation", "in", changingOperations)
    .$if(actor.resellerId !== null, (all) => all.where("reseller_id", "=", actor.resellerId))
    .orderBy("id", "desc")
    .execute();
  const ofUnit = new Map<string, string>();
  const roots: { id: number; resource: string }[] = [];
  for (const { id, resource_name: resource, unit } of rows) {
    const key = unit ?? String(id);
    const root = ofUnit.get(key) ?? resource;
    ofUnit.set(key, root);
    if (root === resource && resources.includes(resource)) roots.push({ id, resource });
  }
  return roots;
}

/** Returns the resource of each of these entries, by the id of the entry. */
export async function loadEntryResources(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  return valuesById(db, "journals", "resource_name", ids);
}

/** Entries of one resource by their ids, with the changes that the caller may read; those of others' records are absent. */
export async function loadEntries(
  context: ReadContext,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredJournalEntry>> {
  const { db, actor } = context;
  const rows = await db.selectFrom("journals").select(columns).where("id", "=", anyOf(ids)).execute();
  const readable = await readableOf(context, plan, [...new Set(rows.map(({ resource_id }) => resource_id))]);
  const loaded = new Map<number, StoredJournalEntry>();
  for (const row of rows) {
    const id = row.resource_id;
    const { resellers } = readable.get(id) ?? unreadable;
    if (row.resource_name !== plan.name || (resellers && !resellers.includes(row.reseller_id))) continue;
    loaded.set(row.id, toEntry(row, readableChanges(plan, actor, id, row)));
  }
  return loaded;
}

/** Changes of one record since a time, oldest first. */
export async function loadEntriesSince(
  context: ReadContext,
  plan: ResourcePlan,
  id: number,
  time: Date,
): Promise<StoredJournalEntry[]> {
  const entries = (await loadRecordEntries(context, plan, id)).where(
    "timestamp",
    ">",
    sql<string>`${time}::timestamptz`,
  );
  const rows = await entries.select(columns).where("operation", "in", changingOperations).orderBy("id").execute();
  return rows.map((row) => toEntry(row, readableChanges(plan, context.actor, id, row)));
}

/** Returns the entries of some entries' transactions, up to the last of the given ones, the latest first. */
export async function loadEntriesOfUnits(
  { db }: Pick<ReadContext, "db">,
  entries: readonly StoredJournalEntry[],
): Promise<StoredJournalEntry[]> {
  const lastOf = new Map<string, number>();
  for (const { unit, id } of entries) if (unit !== null) lastOf.set(unit, Math.max(id, lastOf.get(unit) ?? 0));
  const alone = entries.filter(({ unit }) => unit === null);
  if (lastOf.size === 0) return alone;
  const rows = await db
    .selectFrom("journals")
    .select(columns)
    .where("unit", "=", anyOf([...lastOf.keys()]))
    .where("id", "<=", Math.max(...lastOf.values()))
    .where("operation", "in", changingOperations)
    .execute();
  const beside = rows.filter(({ unit, id }) => id <= (lastOf.get(unit ?? "") ?? 0));
  return [...beside.map((row) => toEntry(row, row.changes)), ...alone].sort((a, b) => b.id - a.id);
}

export function isChange({ operation }: Pick<StoredJournalEntry, "operation">): boolean {
  return changingOperations.some((name) => name === operation);
}

function toEntry(row: Pick<Stored, (typeof columns)[number]>, readable: Stored["changes"]): StoredJournalEntry {
  // As `writeJournal` stored it.
  return { ...row, changes: readable, kept: row.kept as DeletedSnapshot | null };
}

/** Whether the entry says that its record ended: it is gone, hidden, or in its final state. */
export function isTermination(
  { remove, softDelete }: ResourceDescriptor,
  { operation, changes: all }: Pick<StoredJournalEntry, "operation" | "changes">,
): boolean {
  const ends = [softDelete, remove.by === "status" ? remove : undefined];
  return operation === "delete" || ends.some((end) => end && valueAfter(all, end.field) === end.value);
}

function valueAfter(all: StoredJournalEntry["changes"], field: string): Json {
  return all[field]?.after ?? null;
}
