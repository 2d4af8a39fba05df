import { can, DATA_FLAGS, isGuarded } from "../../../core/access/access.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { recordIdOf } from "../../../core/schema/discriminator.ts";
import { memoize } from "../../../core/values/memoize.ts";
import type { Actor, ReadContext, Row } from "../../resourceHooks.ts";
import type { StoredField } from "../plan/columns.ts";
import type { ResourcePlan } from "../plan/resourcePlan.ts";
import { writeAnswers } from "./answerForms.ts";
import { computeRecords } from "./computeRecords.ts";

/** The view on a record: the caller's; the caller's without secrets, for related records; or the platform's own. */
type Perspective = "caller" | "related" | "platform";

interface Readable {
  readonly stored: readonly StoredField[];
  /** A record with all members: copies of one shape are fast to create, read and serialise. */
  readonly empty: Readonly<Record<string, Json>>;
  /** Computed fields that the caller may not read. */
  readonly stripped: readonly string[];
}

/** A row as a wire record. */
export type SerializedRecord = Record<string, Json> & { id: number };

/** Stored rows as wire records, including what the entity's hook adds; a page at once. */
export async function serializeRows(
  context: ReadContext,
  plan: ResourcePlan,
  rows: readonly Row[],
  view: Perspective = "caller",
): Promise<SerializedRecord[]> {
  const { own, others } = readablesOf(context.actor)[view](plan);
  const readable = ({ id }: Row) => (id === context.actor.adminId ? own : others);
  const { discriminator } = plan.descriptor;
  const records = rows.map((row) => {
    const record = toRecord(readable(row), row);
    if (discriminator) record.id = recordIdOf(discriminator, row.id);
    return record;
  });
  if (rows.length > 0) await plan.hooks.afterRead?.(context, rows, records);
  if (view !== "platform") hideScoped(plan, context.actor, rows, records);
  const stripped = rows.map((row) => readable(row).stripped);
  for (const [index, names] of stripped.entries()) {
    for (const name of names) delete records[index]?.[name];
  }
  await computeRecords(context, plan, records, {
    // The platform's own view is of the record alone: sums change with others.
    hasSums: view !== "platform",
    isReadable: (index, name) => !stripped[index]?.includes(name),
  });
  if (view !== "platform") writeAnswers(plan, records);
  return records;
}

/** One row, as the caller sees it. */
export async function serializeRow(context: ReadContext, plan: ResourcePlan, row: Row): Promise<WireRecord> {
  const [record] = await serializeRows(context, plan, [row]);
  if (!record) throw new Error(`${plan.name}: nothing presented`);
  return record;
}

function toRecord({ stored, empty }: Readable, row: Row): SerializedRecord {
  const record: SerializedRecord = { ...empty, id: row.id };
  for (const { field, toWire } of stored) record[field.name] = toWire(row);
  return record;
}

/** Empties the fields that only administrators of a certain reseller read. */
function hideScoped({ descriptor }: ResourcePlan, { resellerId }: Actor, rows: readonly Row[], records: WireRecord[]) {
  if (resellerId === null) return;
  for (const { name, scope } of descriptor.fields) {
    if (scope === undefined) continue;
    for (const [index, row] of rows.entries()) {
      const record = records[index];
      if (record && name in record && row[scope] !== resellerId) record[name] = null;
    }
  }
}

interface Readables {
  /** The caller's own record, for resources that have one. */
  readonly own: Readable;
  readonly others: Readable;
}

/** Readable fields by caller, view and resource: an update asks three times. */
const readablesOf = memoize((actor: Actor) => {
  const as = (view: Perspective) =>
    memoize(
      (plan: ResourcePlan): Readables => ({
        own: readableOf(plan, actor, view, true),
        others: readableOf(plan, actor, view, false),
      }),
    );
  return { caller: as("caller"), related: as("related"), platform: as("platform") };
});

/** The readable fields per role and flags never change, and lists would compute them for every row. */
const readableCache = memoize((_: ResourcePlan) => new Map<string, Readable>());

function readableOf(plan: ResourcePlan, actor: Actor, view: Perspective, isOwn: boolean): Readable {
  const flags = (["show_passwords", ...DATA_FLAGS] as const).map((flag) => actor.admin[flag] === true);
  const key = `${view} ${actor.role} ${isOwn} ${actor.omits} ${flags}`;
  const ofPlan = readableCache(plan);
  const readable = ofPlan.get(key) ?? workOut(plan, actor, view, isOwn ? actor.adminId : -1);
  ofPlan.set(key, readable);
  return readable;
}

/** A secret with a flag of its own (`accessFlags`) does not need the one for passwords. */
function isLeftOut(
  { secret, kind, accessFlags }: FieldDescriptor,
  { admin, omits }: Actor,
  view: Perspective,
): boolean {
  if (!secret) return false;
  if (view !== "caller" || omits === "secrets" || !(accessFlags || admin.show_passwords)) return true;
  return omits === "passwords" && kind === "password";
}

function workOut(plan: ResourcePlan, actor: Actor, view: Perspective, id: number): Readable {
  const isReadable = (field: FieldDescriptor) => {
    if (field.internal || field.writeOnly || isLeftOut(field, actor, view)) return false;
    return view === "platform" || !isGuarded(field) || can(actor, plan.descriptor, "lookup", { field, record: { id } });
  };
  const storedFields = [...plan.stored.values()].filter(({ field }) => field.name !== "id" && isReadable(field));
  return {
    stored: storedFields,
    empty: { id: null, ...Object.fromEntries(storedFields.map(({ field }) => [field.name, null])) },
    stripped: plan.descriptor.fields.filter((field) => field.computed && !isReadable(field)).map(({ name }) => name),
  };
}
