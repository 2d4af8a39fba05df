import { can } from "../../../core/access/access.ts";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import type { CollectionPage } from "../../http/hal.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import type { StoredEntry } from "../operations/journal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId, selectRows } from "../query/selectRows.ts";
import { serializeRows } from "../unitOfWork/serialize.ts";
import { isChange, isTermination, type StoredJournalEntry } from "./entries.ts";
import { restorableValuesOf } from "./values.ts";

/** A record as it is now, in the platform's own view, as journals are; also a hidden one. Nothing when it is gone. */
interface CurrentRecord {
  readonly row?: Row;
  readonly record?: WireRecord;
}

export async function loadCurrentRecord(context: ReadContext, plan: ResourcePlan, id: number): Promise<CurrentRecord> {
  const [row] = await selectRows(context.db, plan, [byId(id), ...plan.own]);
  if (!row) return {};
  const [record] = await serializeRows(context, plan, [row], "platform");
  return { row, ...(record ? { record } : {}) };
}

/** Whether a record that ended with this entry is still gone. */
export function isGone({ descriptor: { remove, softDelete } }: ResourcePlan, row: Row | undefined): boolean {
  const ends = [softDelete, remove.by === "status" ? remove : undefined];
  return !row || ends.some((end) => end && row[end.field] === end.value);
}

/** Returns the right that a caller needs to restore a record that was terminated or deleted. */
export function rightToRestore({ descriptor }: ResourcePlan): "create" | "update" {
  return descriptor.operations.includes("create") ? "create" : "update";
}

/** The effect of restoring an entry for this caller. An entry that would change nothing has neither. */
export interface RestoreEffect {
  /** The fields that would change. */
  readonly restorable: string[];
  readonly returns: boolean;
}

type RestorableEntry = Pick<StoredJournalEntry, "operation" | "unit" | "resource_id" | "changes">;

export function restoreEffectOf(
  plan: ResourcePlan,
  actor: Actor,
  entry: RestorableEntry,
  { row, record }: CurrentRecord,
): RestoreEffect {
  const { descriptor } = plan;
  const of = { record: { id: entry.resource_id } };
  if (actor.admin.read_only) return { restorable: [], returns: false };
  if (isTermination(descriptor, entry)) {
    const isThere = row !== undefined || !descriptor.isFinal;
    const mayReturn = entry.unit !== null && isThere && can(actor, descriptor, rightToRestore(plan), of);
    return { restorable: [], returns: mayReturn && isGone(plan, row) };
  }
  const mayChange = descriptor.operations.includes("update") && can(actor, descriptor, "update", of);
  if (!mayChange || !record || !isChange(entry) || isGone(plan, row)) return { restorable: [], returns: false };
  return {
    restorable: restorableValuesOf(plan, actor, entry, record).values.map(({ field }) => field),
    returns: false,
  };
}

/** Returns the entries of one record with the effect of restoring each. */
export async function withRestoreEffects(
  context: ReadContext,
  plan: ResourcePlan,
  page: CollectionPage<StoredEntry>,
  id: number | undefined,
): Promise<CollectionPage> {
  if (page.records.length === 0 || id === undefined) return page;
  const now = await loadCurrentRecord(context, plan, id);
  const records = page.records.map((entry) => ({ ...entry, ...restoreEffectOf(plan, context.actor, entry, now) }));
  return { ...page, records };
}
