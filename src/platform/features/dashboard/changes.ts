import type { RecentChange } from "../../../core/api/dashboardResponse.ts";
import { changingOperations } from "../../../core/api/journalOperations.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import { anyOf } from "../../db/statements.ts";
import { isScheduled } from "../../records/actor.ts";
import { readableResources } from "../../records/journal/list.ts";
import { findJournalPlan } from "../../records/journal/related.ts";
import type { StoredEntry } from "../../records/operations/journal.ts";
import { titledRecords } from "../../records/operations/present.ts";
import type { Plans } from "../../records/plan/resourcePlan.ts";
import type { ReadContext } from "../../resourceHooks.ts";

/** Entries fetched per change wanted: several in a row may be hidden from the caller. */
const ENTRIES_PER_CHANGE = 4;

/** The newest changes that the caller sees, one per record, newest first. */
export async function loadNewestChanges(context: ReadContext, plans: Plans, limit: number): Promise<RecentChange[]> {
  const { db, actor } = context;
  const names = readableResources(actor, { plans, computed: new Map() });
  if (names.length === 0) return [];
  const entries = await db
    .selectFrom("journals")
    .select(["id", "resource_name", "resource_id", "operation", "timestamp", "username", "user_id"])
    .where("resource_name", "=", anyOf(names))
    .where("resource_id", ">", 0)
    .where("operation", "in", changingOperations)
    .$if(actor.resellerId !== null, (all) => all.where("reseller_id", "=", actor.resellerId))
    .orderBy("id", "desc")
    .limit(limit * ENTRIES_PER_CHANGE)
    .execute();
  // A change of preferences is one of their owner.
  const rows = entries.map((entry) => ({
    ...entry,
    resource_name: findJournalPlan(plans, entry.resource_name)?.name ?? entry.resource_name,
  }));
  const newest = [
    ...new Map(rows.toReversed().map((row) => [`${row.resource_name} ${row.resource_id}`, row])).values(),
  ];
  newest.sort((a, b) => b.id - a.id);
  const recordByKey = await recordsBehind(context, plans, newest);
  return newest
    .flatMap((row): RecentChange[] => {
      const record = recordByKey.get(`${row.resource_name} ${row.resource_id}`) ?? null;
      if (record === null && row.operation !== "delete") return [];
      return [
        {
          id: row.id,
          resource: row.resource_name,
          record_id: row.resource_id,
          operation: row.operation,
          timestamp: row.timestamp,
          username: row.username,
          is_scheduled: isScheduled(row),
          record,
        },
      ];
    })
    .slice(0, limit);
}

async function recordsBehind(
  context: ReadContext,
  plans: Plans,
  rows: readonly Pick<StoredEntry, "resource_name" | "resource_id">[],
) {
  const recordByKey = new Map<string, WireRecord>();
  for (const [name, entries] of groupBy(rows, ({ resource_name }) => resource_name)) {
    const plan = plans.get(name);
    const ids = entries.map(({ resource_id }) => resource_id);
    const records = plan ? await titledRecords(context, plans, plan, ids) : [];
    for (const record of records) recordByKey.set(`${name} ${record.id}`, record);
  }
  return recordByKey;
}
