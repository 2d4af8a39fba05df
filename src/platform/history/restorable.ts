import { can } from "../../core/access.ts";
import type { WireRecord } from "../../core/descriptor.ts";
import type { Reading, Row } from "../entityHooks.ts";
import type { Page } from "../http/hal.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { byId } from "../query/byId.ts";
import { selectRows } from "../query/selectRows.ts";
import { presentRows } from "../work/present.ts";
import { changes, type Entry, isEnd } from "./entries.ts";
import { valuesOf } from "./values.ts";

/** A record as it is now, in the platform's own view, as journals are; also a hidden one. Nothing when it is gone. */
export interface Now {
  readonly row?: Row;
  readonly record?: WireRecord;
}

export async function recordNow(reading: Reading, plan: ResourcePlan, id: number): Promise<Now> {
  const [row] = await selectRows(reading.db, plan, [byId(id), ...plan.own]);
  if (!row) return {};
  const [record] = await presentRows(reading, plan, [row], "platform");
  return { row, ...(record ? { record } : {}) };
}

/** Whether a record that ended with this entry is still gone. */
export function isGone({ descriptor: { remove, removedStatus } }: ResourcePlan, row: Row | undefined): boolean {
  const ends = [removedStatus, remove.by === "status" ? remove : undefined];
  return !row || ends.some((end) => end && row[end.field] === end.value);
}

/** What may bring back a record that ended. */
export function rightToReturn({ descriptor }: ResourcePlan): "create" | "update" {
  return descriptor.operations.includes("create") ? "create" : "update";
}

/**
 * Entries with what restoring them would change for this caller: `restorable` are the fields, `returns` says that the
 * record itself comes back. An entry that would change nothing has neither.
 */
export async function withRestorable(
  reading: Reading,
  plan: ResourcePlan,
  page: Page,
  id: number | undefined,
): Promise<Page> {
  const { descriptor } = plan;
  const { actor } = reading;
  if (page.records.length === 0 || id === undefined) return page;
  const mayChange = descriptor.operations.includes("update") && can(actor, descriptor, "update", { record: { id } });
  const mayReturn = can(actor, descriptor, rightToReturn(plan), { record: { id } });
  const isReadOnly = Boolean(actor.admin.read_only);
  const { row, record } = isReadOnly || !(mayChange || mayReturn) ? {} : await recordNow(reading, plan, id);
  const gone = isGone(plan, row);
  const last = page.records.findLast((one) => isEnd(descriptor, asEntry(one)));
  const records = page.records.map((one) => {
    const entry = asEntry(one);
    const ends = isEnd(descriptor, entry);
    const isChange = record !== undefined && mayChange && !gone && !ends && changes(entry);
    const restorable = isChange ? valuesOf(plan, actor, entry, record).values.map(({ field }) => field) : [];
    const returns = ends && gone && mayReturn && !isReadOnly && one === last && one.unit !== null;
    return { ...one, restorable, returns };
  });
  return { ...page, records };
}

/** As read for the caller, which is all that this needs. */
function asEntry(record: WireRecord): Pick<Entry, "operation" | "changes"> {
  return { operation: String(record.operation), changes: record.changes as Entry["changes"] };
}
