import { type RawBuilder, sql } from "kysely";
import { canOpen } from "../../../core/access/access.ts";
import type { ResourceDescriptor, WireRecord } from "../../../core/schema/descriptor.ts";
import {
  findPreferenceKind,
  type PreferenceKind,
  preferenceKindOf,
  valuesResource,
} from "../../../core/telephony/preferenceKind.ts";
import { droppedResources, isDroppedResource } from "../../../core/validation/droppedRecords.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { recordTitle } from "../../../core/values/recordTitle.ts";
import { anyOf } from "../../db/statements.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import { isScheduled, readGrant } from "../actor.ts";
import { type ComputedPlan, isComputedFieldReadable } from "../computed/computedPlan.ts";
import { type Entries, entryColumns, readableChanges, type StoredEntry } from "../operations/journal.ts";
import { titledRecords } from "../operations/present.ts";
import type { Plans, ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, inScope, selectRows, visibleTo } from "../query/selectRows.ts";
import { hasSides } from "../unitOfWork/journal.ts";
import { serializeRows } from "../unitOfWork/serialize.ts";
import { loadCurrentPreferences, preferenceRestoreEffect } from "./preferenceEntries.ts";
import { findJournalPlan, loadSubjects, type Subject } from "./related.ts";
import { restoreEffectOf } from "./restorable.ts";

/** Conditions on journal entries; absent: all entries. */
export interface JournalFilter {
  readonly entry?: number | undefined;
  readonly resource?: string | undefined;
  /** The id of a record, with `resource`. */
  readonly record?: number | undefined;
  /** Whether to include entries about what belongs to that record. */
  readonly related?: boolean | undefined;
  readonly username?: string | undefined;
  readonly operation?: string | undefined;
  readonly from?: Date | undefined;
  /** Not included. */
  readonly to?: Date | undefined;
  readonly unit?: string | undefined;
  readonly run?: string | undefined;
  /** Entries before this one. */
  readonly before?: number | undefined;
}

/** A page of the whole journal: entries with the title of their record, and whether the caller sees that. */
export interface JournalPage {
  readonly records: readonly WireRecord[];
  /** The resources whose entries the caller may read. */
  readonly resources: readonly string[];
  /** The entry after which the next page begins; null: there is none. */
  readonly next: number | null;
}

interface Parts {
  readonly plans: Plans;
  readonly computed: ReadonlyMap<string, ComputedPlan>;
}

/** The resources whose entries the caller may read: those of preferences with their owners'. */
export function readableResources(actor: Actor, { plans, computed }: Parts): string[] {
  return [...plans.values(), ...computed.values()]
    .filter(({ descriptor }) => descriptor.journal && readGrant(actor, descriptor) === "all")
    .flatMap(({ name }) => {
      const kind = preferenceKindOf(name);
      return kind ? [name, valuesResource(kind)] : [name];
    });
}

/** The number of batches in a row that may be hidden from the caller before a page ends early. */
const MAX_HIDDEN_BATCHES = 5;

/** The newest entries that the caller may read, of all resources. Pages follow each other by id, whatever is added. */
export async function listEntries(
  context: ReadContext,
  parts: Parts,
  filter: JournalFilter,
  rows: number,
): Promise<JournalPage> {
  const readable = readableResources(context.actor, parts);
  if (filter.resource !== undefined && !readable.includes(filter.resource)) throw new PlatformError("forbidden");
  const dropped = canOpen(context.actor, "tool.journalverification") ? droppedResources : [];
  const about = await loadSubjectsOfFilter(context, parts.plans, filter);
  const names = filter.resource === undefined || about ? [...readable, ...dropped] : [filter.resource];
  const hits: { readonly entry: StoredEntry; readonly record: WireRecord }[] = [];
  let before = filter.before;
  for (let look = 0; look < MAX_HIDDEN_BATCHES; look++) {
    const entries = await matchingEntries(context, { ...filter, before }, names, about)
      .select([...entryColumns, "resource_key"])
      .orderBy("id", "desc")
      .limit(rows + 1)
      .execute();
    const presented = await present(context, parts, entries);
    for (const entry of entries) {
      const record = presented.get(entry.id);
      if (record) hits.push({ entry, record });
      before = entry.id;
      if (hits.length > rows) break;
    }
    if (hits.length > rows || entries.length <= rows) {
      const page = hits.slice(0, rows);
      return {
        resources: readable,
        records: page.map(({ record }) => record),
        next: hits.length > rows ? (page.at(-1)?.entry.id ?? null) : null,
      };
    }
  }
  return { resources: readable, records: hits.slice(0, rows).map(({ record }) => record), next: before ?? null };
}

/** Returns the subjects of a filter for a record with what belongs to it; undefined for other filters. */
function loadSubjectsOfFilter(context: ReadContext, plans: Plans, { related, resource, record }: JournalFilter) {
  const plan = resource === undefined || record === undefined ? undefined : plans.get(resource);
  return related && plan && record !== undefined ? loadSubjects(context, plans, plan, record) : undefined;
}

function matchingEntries(
  { db, actor }: ReadContext,
  filter: JournalFilter,
  names: readonly string[],
  about: readonly Subject[] | undefined,
): Entries {
  const { entry, record, username, operation, from, to, unit, run, before } = filter;
  const time = (instant: Date) => sql<string>`${instant}::timestamptz`;
  // With `$if` the library's type is one that has perhaps other columns.
  return db
    .selectFrom("journals")
    .where("resource_name", "=", anyOf(names))
    .$if(actor.resellerId !== null, (all) => all.where("reseller_id", "=", actor.resellerId))
    .$if(entry !== undefined, (all) => all.where("id", "=", entry ?? 0))
    .$if(about !== undefined, (all) => all.where(({ or }) => or((about ?? []).map(isAbout))))
    .$if(record !== undefined && !about, (all) => all.where("resource_id", "=", record ?? 0))
    .$if(username !== undefined, (all) => all.where("username", "=", username ?? ""))
    .$if(operation === "restore", (all) => all.where("restored_id", "is not", null))
    .$if(operation !== undefined && operation !== "restore", (all) => all.where("operation", "=", operation ?? ""))
    .$if(from !== undefined, (all) => all.where("timestamp", ">=", time(from ?? new Date())))
    .$if(to !== undefined, (all) => all.where("timestamp", "<", time(to ?? new Date())))
    .$if(unit !== undefined, (all) => all.where("unit", "=", unit ?? ""))
    .$if(run !== undefined, (all) => all.where("run", "=", run ?? ""))
    .$if(before !== undefined, (all) => all.where("id", "<", before ?? 0)) as Entries;
}

function isAbout({ names, ids, filesOf, resellerId }: Subject): RawBuilder<boolean> {
  const ofRecords = sql<boolean>`(resource_name = ${anyOf(names)} and resource_id = ${anyOf(ids)})`;
  if (resellerId !== undefined) return sql<boolean>`(${ofRecords} or reseller_id = ${resellerId})`;
  if (!filesOf) return ofRecords;
  return sql<boolean>`(${ofRecords} or (resource_name = ${names[0]} and resource_id = 0
    and changes -> ${filesOf.field}::text ->> 'after' = ${anyOf(filesOf.ids.map(String))}))`;
}

interface StoredKey extends StoredEntry {
  readonly resource_key: string | null;
}

/** Entries by id, as the caller reads them; those of records that exist for others only are absent. */
async function present(
  context: ReadContext,
  { plans, computed }: Parts,
  entries: readonly StoredKey[],
): Promise<ReadonlyMap<number, WireRecord>> {
  const presented = new Map<number, WireRecord>();
  for (const entry of entries.filter(isDropped)) presented.set(entry.id, presentDropped(entry));
  for (const name of new Set(entries.map(({ resource_name }) => resource_name))) {
    const ofResource = entries.filter((entry) => entry.resource_name === name && !isDropped(entry));
    const plan = findJournalPlan(plans, name);
    if (plan) await presentStored(context, plans, plan, ofResource, presented, findPreferenceKind(name));
    const other = computed.get(name);
    if (!other) continue;
    for (const { resource_key, ...entry } of ofResource) {
      const changes = readableOf(context.actor, other.descriptor, entry.changes);
      const beside = {
        restorable: [],
        returns: false,
        exists: resource_key !== null,
        title: resource_key,
        parent_id: null,
      };
      presented.set(entry.id, { ...entry, resource_id: resource_key ?? entry.resource_id, changes, ...beside });
    }
  }
  return presented;
}

/** Entries about what retention drops have no record, and are for those who can verify the journal. */
function isDropped(entry: Pick<StoredEntry, "resource_name" | "user_id">): boolean {
  return isScheduled(entry) && isDroppedResource(entry.resource_name);
}

/** Entries about many records at once: what was dropped, and files of records that were uploaded. */
const ofNoRecord = { restorable: [], returns: false, exists: false, title: null, parent_id: null };

/** Without the gaps in the chain, which only its verification needs. */
function presentDropped({ resource_key: _, ...entry }: StoredKey): WireRecord {
  const changes = Object.fromEntries(Object.entries(entry.changes).filter(([name]) => name !== "gaps"));
  return { ...entry, changes, ...ofNoRecord };
}

async function presentStored(
  context: ReadContext,
  plans: Plans,
  plan: ResourcePlan,
  entries: readonly StoredKey[],
  presented: Map<number, WireRecord>,
  kind: PreferenceKind | undefined,
): Promise<void> {
  const { db, actor } = context;
  const ids = [...new Set(entries.map(({ resource_id }) => resource_id))];
  const idsOf = (rows: readonly Row[]) => new Set(rows.map(({ id }) => id));
  const storedRows = await selectRows(db, plan, [byId(ids), ...plan.own]);
  const inReach = idsOf(await selectRows(db, plan, [byId(ids), ...inScope(plan, actor)]));
  const visible = idsOf(await selectRows(db, plan, [byId(ids), ...visibleTo(plan, actor)]));
  const titled = await titledRecords(context, plans, plan, [...visible]);
  const titles = new Map(titled.map((record) => [record.id, record]));
  const records = await serializeRows(context, plan, storedRows, "platform");
  const now = new Map(storedRows.map((row, index) => [row.id, { row, record: records[index] ?? {} }]));
  const preferences = kind ? await loadCurrentPreferences(context, kind, storedRows) : undefined;
  for (const { resource_key: key, ...entry } of entries) {
    const id = entry.resource_id;
    if (key !== null) {
      presented.set(entry.id, { ...entry, resource_id: key, ...ofNoRecord, title: key });
      continue;
    }
    if (now.has(id) && !inReach.has(id)) continue;
    // As in the record's own journal: only that shows what the platform does with a record of two sides.
    if (hasSides(plan) && actor.resellerId !== null && entry.reseller_id !== actor.resellerId) continue;
    const readable = { ...entry, changes: readableChanges(plan, actor, id, entry) };
    // A hidden record has no page, but a name.
    const current: WireRecord | undefined = titles.get(id) ?? now.get(id)?.record;
    const recordInfo = {
      exists: visible.has(id),
      title: current ? recordTitle(plan.descriptor.recordRepresentation, current) : formerTitle(plan, readable),
      parent_id: current?.[plan.descriptor.parent?.reference ?? ""] ?? null,
    };
    const restores = kind
      ? preferenceRestoreEffect(plan, actor, readable, { row: now.get(id)?.row, now: preferences?.get(id) })
      : restoreEffectOf(plan, actor, readable, now.get(id) ?? {});
    presented.set(entry.id, { ...readable, ...restores, ...recordInfo });
  }
}

/** Returns the title of a record that is gone, as far as the entry of its end has its fields. */
function formerTitle({ descriptor }: ResourcePlan, entry: Pick<StoredEntry, "resource_id" | "changes">): string {
  const fields = Object.entries(entry.changes).map(([name, { before, after }]) => [name, before ?? after]);
  return recordTitle(descriptor.recordRepresentation, { id: entry.resource_id, ...Object.fromEntries(fields) });
}

function readableOf(actor: Actor, descriptor: ResourceDescriptor, changes: StoredEntry["changes"]) {
  const entries = Object.entries(changes).filter(([name]) => {
    const field = descriptor.fields.find((candidate) => candidate.name === name);
    return !field || isComputedFieldReadable(actor, descriptor, field);
  });
  return Object.fromEntries(entries);
}
