import { can, DATA_FLAGS, isGuarded } from "../../core/access.ts";
import type { FieldDescriptor, WireRecord } from "../../core/descriptor.ts";
import type { Actor, Reading, Row } from "../entityHooks.ts";
import type { StoredField } from "../plan/columns.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";

/** Whose view: the caller's; the caller's without any secret (behind references); or the platform's own. */
export type View = "caller" | "related" | "platform";

interface Readable {
  readonly stored: readonly StoredField[];
  /** Computed fields that the caller may not read. */
  readonly stripped: readonly string[];
}

/** Stored rows as wire records, with what the entity's hook adds; a page at once. */
export async function presentRows(
  reading: Reading,
  plan: ResourcePlan,
  rows: readonly Row[],
  view: View = "caller",
): Promise<WireRecord[]> {
  const records = rows.map((row) => toRecord(readableOf(plan, reading.actor, view, row.id).stored, row));
  if (rows.length > 0) await plan.hooks.present?.(reading, rows, records);
  records.forEach((record, index) => {
    for (const name of readableOf(plan, reading.actor, view, Number(rows[index]?.id)).stripped) delete record[name];
  });
  return records;
}

function toRecord(stored: readonly StoredField[], row: Row): WireRecord {
  const record: WireRecord = { id: row.id };
  for (const { field, toWire } of stored) record[field.name] = toWire(row[field.name]);
  return record;
}

/** What a role with the same flags reads never changes, and lists would ask for every row. */
const known = new WeakMap<ResourcePlan, Map<string, Readable>>();

function readableOf(plan: ResourcePlan, actor: Actor, view: View, id: number): Readable {
  const isOwn = id === actor.adminId;
  const showsSecrets = view === "caller" && Boolean(actor.admin.show_passwords);
  const flags = DATA_FLAGS.map((flag) => Boolean(actor.admin[flag]));
  const key = `${view} ${actor.role} ${isOwn} ${showsSecrets} ${flags}`;
  const ofPlan = known.get(plan) ?? new Map<string, Readable>();
  known.set(plan, ofPlan);
  const found = ofPlan.get(key) ?? workOut(plan, actor, view, isOwn ? actor.adminId : -1, showsSecrets);
  ofPlan.set(key, found);
  return found;
}

function workOut(plan: ResourcePlan, actor: Actor, view: View, id: number, showsSecrets: boolean): Readable {
  const isReadable = (field: FieldDescriptor) => {
    if (field.internal || field.writeOnly || (field.secret && !showsSecrets)) return false;
    return view === "platform" || !isGuarded(field) || can(actor, plan.descriptor, "lookup", { field, record: { id } });
  };
  return {
    stored: [...plan.stored.values()].filter(({ field }) => field.name !== "id" && isReadable(field)),
    stripped: plan.descriptor.fields.filter((field) => field.computed && !isReadable(field)).map(({ name }) => name),
  };
}
