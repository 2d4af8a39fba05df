import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { notFound } from "../../../core/validation/errors.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { CollectionPage } from "../../http/hal.ts";
import type { Paging } from "../../http/query.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, type Conditions, inScope, selectIds, visibleTo } from "../query/selectRows.ts";
import { hasSides } from "../unitOfWork/journal.ts";

/** Entries of the journal, before their columns are chosen. */
export type Entries = SelectQueryBuilder<Tables, "journals", object>;

/** The columns that are read of an entry. */
export const entryColumns = [
  ...(["id", "resource_name", "resource_id", "operation", "timestamp"] as const),
  ...(["user_id", "username", "reseller_id", "changes", "unit", "run", "restored_id"] as const),
];

export type StoredEntry = Readonly<Pick<Selectable<Tables["journals"]>, (typeof entryColumns)[number]>>;

/** Changes of one record, oldest first; also of a deleted one, for those who could see it. */
export async function listJournal(
  context: ReadContext,
  plan: ResourcePlan,
  id: number | undefined,
  paging: Paging,
  resource: string = plan.name,
): Promise<CollectionPage<StoredEntry>> {
  if (id === undefined) throw notFound(resource, "");
  const entries = await loadRecordEntries(context, plan, id, resource);
  return pageOfEntries(entries, paging, (row) => toRecord(plan, context.actor, id, row));
}

/** One page of entries, oldest first. */
export async function pageOfEntries<Shown extends WireRecord>(
  entries: Entries,
  { page, rows: size }: Paging,
  present: (row: StoredEntry) => Shown,
): Promise<CollectionPage<Shown>> {
  const count = entries.select(({ fn }) => fn.countAll<number>().as("total"));
  const { total } = await count.executeTakeFirstOrThrow();
  const offset = Math.min((page - 1) * size, Number.MAX_SAFE_INTEGER);
  const rows = await entries.select(entryColumns).orderBy("id").limit(size).offset(offset).execute();
  return { records: rows.map(present), page, rows: size, total, hasNext: total > offset + size };
}

export async function readJournalEntry(
  context: ReadContext,
  plan: ResourcePlan,
  id: number | undefined,
  entryId: number | undefined,
  resource: string = plan.name,
): Promise<WireRecord> {
  if (id === undefined || entryId === undefined) throw notFound("journals", entryId ?? "");
  const row = await findEntry(await loadRecordEntries(context, plan, id, resource), entryId);
  return toRecord(plan, context.actor, id, row);
}

export async function findEntry(entries: Entries, entryId: number): Promise<StoredEntry> {
  const row = await entries.select(entryColumns).where("id", "=", entryId).executeTakeFirst();
  if (!row) throw notFound("journals", entryId);
  return row;
}

function toRecord(plan: ResourcePlan, actor: Actor, id: number, row: StoredEntry): StoredEntry {
  return { ...row, changes: readableChanges(plan, actor, id, row) };
}

/**
 * The entries of a record that the caller may read, also of a deleted one; throws 404 for whom it does not exist. Its
 * preferences have entries of another `resource`.
 */
export async function loadRecordEntries(
  context: ReadContext,
  plan: ResourcePlan,
  id: number,
  resource: string | readonly string[] = plan.name,
): Promise<Entries> {
  const { isVisible, resellers } = (await readableOf(context, plan, [id])).get(id) ?? unreadable;
  if (resellers?.length === 0) throw notFound(plan.name, id);
  const all = context.db
    .selectFrom("journals")
    .where("resource_name", "in", [resource].flat())
    .where("resource_id", "=", id);
  const readable = resellers
    ? all.where(({ eb, or }) =>
        or(resellers.map((own) => (own === null ? eb("reseller_id", "is", null) : eb("reseller_id", "=", own)))),
      )
    : all;
  if (isVisible || (await readable.select("id").limit(sql.lit(1)).executeTakeFirst())) return readable;
  throw notFound(plan.name, id);
}

/** The entries of a record that the caller may read. */
interface ReadableEntries {
  readonly isVisible: boolean;
  /** Entries of these resellers, null being the platform itself; undefined: all. */
  readonly resellers: readonly (number | null)[] | undefined;
}

export const unreadable: ReadableEntries = { isVisible: false, resellers: [] };

/** Returns the entries that the caller may read of many records of a resource, by the id of the record. */
export async function readableOf(
  { db, actor }: Pick<ReadContext, "db" | "actor">,
  plan: ResourcePlan,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadableEntries>> {
  const ownReseller = actor.resellerId === null ? undefined : [actor.resellerId];
  const among = async (some: readonly number[], conditions: Conditions) =>
    new Set(some.length > 0 ? await selectIds(db, plan, [byId(some), ...conditions], some.length) : []);
  const visible = await among(ids, visibleTo(plan, actor));
  const hiddenIds = ids.filter((id) => !visible.has(id));
  const existing = await among(hiddenIds, []);
  const endedIds = await among([...existing], inScope(plan, actor));
  // Changes by another reseller of a record that both see stay hidden; those by the platform do not.
  const ofVisible = { isVisible: true, resellers: ownReseller && hasSides(plan) ? [...ownReseller, null] : undefined };
  const ofGone = { isVisible: false, resellers: ownReseller };
  return new Map(
    ids.map((id) => {
      if (visible.has(id)) return [id, ofVisible];
      return [id, existing.has(id) && !endedIds.has(id) ? unreadable : ofGone];
    }),
  );
}

/** A change reveals the field's value: callers who may not read the field do not get it. */
export function readableChanges(
  plan: ResourcePlan,
  actor: Actor,
  id: number,
  { changes, reseller_id: ofReseller, resource_name }: Pick<StoredEntry, "changes" | "reseller_id" | "resource_name">,
): StoredEntry["changes"] {
  // Preferences are no fields, whatever their names.
  if (resource_name !== plan.name) return changes;
  const entries = Object.entries(changes).filter(([name]) => {
    const field = plan.fields.get(name);
    // Secrets are masked already, and nobody can read them anyway.
    if (field?.secret || field?.writeOnly) return true;
    // The entry does not say which side a change by the platform was for.
    if (field?.scope !== undefined && actor.resellerId !== null && ofReseller === null) return false;
    return !field || !isGuarded(field) || can(actor, plan.descriptor, "lookup", { field, record: { id } });
  });
  return Object.fromEntries(entries);
}
