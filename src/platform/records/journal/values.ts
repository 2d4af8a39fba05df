import { isDeepStrictEqual } from "node:util";
import { can, isGuarded } from "../../../core/access/access.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import type { Actor } from "../../resourceHooks.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { mask } from "../unitOfWork/journal.ts";
import type { StoredJournalEntry } from "./entries.ts";

/** A value that can be put back. */
export interface RestorableValue {
  readonly field: string;
  readonly old: Json;
  readonly now: Json;
  /** Whether the field was changed since, so that putting it back undoes more than the entry. */
  readonly isNewer: boolean;
}

/** Why a value is not put back: nobody keeps it, no request can change it, or this caller must not. */
export type SkipReason = "secret" | "file" | "fixed" | "forbidden";

export interface SkippedValue {
  readonly field: string;
  readonly reason: SkipReason;
}

export interface RestorableValues {
  readonly values: readonly RestorableValue[];
  readonly left: readonly SkippedValue[];
}

/**
 * Returns what restoring an entry would change of the current record, in the platform's view: the values before the
 * change or, of an entry that created the record, its first ones. Without an actor the platform itself restores.
 */
export function restorableValuesOf(
  plan: ResourcePlan,
  actor: Actor | null,
  entry: Pick<StoredJournalEntry, "operation" | "changes">,
  record: WireRecord,
): RestorableValues {
  const isFirst = entry.operation === "create";
  const oldValues = new Map(
    Object.entries(entry.changes).map(([name, { before, after }]) => [name, isFirst ? after : before]),
  );
  return compare(plan, actor, { oldValues, record }, (field, current) => {
    const after = { [field.name]: entry.changes[field.name]?.after };
    return !isFirst && !isDeepStrictEqual(writableParts(field, current), writableParts(field, after));
  });
}

/** Returns what undoing all changes since the first of these entries would change; oldest first. */
export function restorableValuesSince(
  plan: ResourcePlan,
  actor: Actor,
  entries: readonly StoredJournalEntry[],
  record: WireRecord,
): RestorableValues {
  const oldValues = new Map<string, Json>();
  for (const { changes, operation } of entries) {
    if (operation === "create") continue;
    for (const [name, { before }] of Object.entries(changes)) if (!oldValues.has(name)) oldValues.set(name, before);
  }
  return compare(plan, actor, { oldValues, record }, () => false);
}

function compare(
  plan: ResourcePlan,
  actor: Actor | null,
  { oldValues, record }: { readonly oldValues: ReadonlyMap<string, Json>; readonly record: WireRecord },
  isNewer: (field: FieldDescriptor, current: WireRecord) => boolean,
): RestorableValues {
  const values: RestorableValue[] = [];
  const skipped: SkippedValue[] = [];
  const current = plan.hooks.journalMask?.(record) ?? record;
  for (const [name, old] of oldValues) {
    const field = plan.fields.get(name);
    // Read-only values follow from the others.
    if (!field || field.internal || (field.readOnly && !field.secret)) continue;
    const now = current[name] ?? null;
    const reason = skipReasonOf(plan, actor, field, { id: record.id ?? null, old });
    if (!reason && isDeepStrictEqual(writableParts(field, current), writableParts(field, { [name]: old }))) continue;
    if (reason) skipped.push({ field: name, reason });
    else values.push({ field: name, old, now, isNewer: isNewer(field, current) });
  }
  return { values, left: skipped };
}

function skipReasonOf(
  { descriptor }: ResourcePlan,
  actor: Actor | null,
  field: FieldDescriptor,
  { id, old }: { readonly id: Json; readonly old: Json },
): SkipReason | undefined {
  if (field.secret || field.writeOnly || JSON.stringify(old).includes(JSON.stringify(mask))) return "secret";
  if (field.file) return "file";
  if (field.immutable) return "fixed";
  const mayChange = !actor || !isGuarded(field) || can(actor, descriptor, "update", { field, record: { id } });
  return mayChange ? undefined : "forbidden";
}

/** A value without the parts that only the platform writes, such as the id of a number: these may differ. */
function writableParts({ name, fields = [] }: FieldDescriptor, record: Readonly<WireRecord>): Json {
  const value = record[name] ?? null;
  if (fields.length === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => part(fields, item));
  return part(fields, value);
}

function part(fields: readonly FieldDescriptor[], value: Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const own: { [name: string]: Json } = {};
  for (const field of fields) if (!field.readOnly) own[field.name] = writableParts(field, value);
  return own;
}
