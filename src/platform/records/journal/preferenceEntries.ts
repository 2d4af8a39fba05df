import { isDeepStrictEqual } from "node:util";
import { can } from "../../../core/access/access.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import {
  type PreferenceDefinition,
  type PreferenceKind,
  valuesResource,
} from "../../../core/telephony/preferenceKind.ts";
import { isAdminOnly, setsAdminOnly } from "../../../core/telephony/preferences.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { changePreferences } from "../../preferences/changePreferences.ts";
import { loadCustomOf } from "../../preferences/customPreferences.ts";
import { loadValues, type PreferenceValues, toWireRecord, withoutBytes } from "../../preferences/preferenceRecord.ts";
import { KEPT_BLOB } from "../../preferences/readValue.ts";
import type { Actor, HookContext, ReadContext, Row } from "../../resourceHooks.ts";
import { planOf, type ResourcePlan } from "../plan/resourcePlan.ts";
import { mask } from "../unitOfWork/journal.ts";
import type { UnitOfWork } from "../unitOfWork/unitOfWork.ts";
import { isChange, type StoredJournalEntry } from "./entries.ts";
import { isGone, type RestoreEffect } from "./restorable.ts";
import { fieldChoice, type RestoreOptions, restoreInput } from "./restoreEntry.ts";
import type { RestorableValue, RestorableValues, SkippedValue, SkipReason } from "./values.ts";

/** The preferences that an owner has now, and what is known of each. */
interface CurrentPreferences {
  readonly values: PreferenceValues;
  readonly definitions: readonly PreferenceDefinition[];
}

/** Returns the current preferences of each owner, by id. */
export async function loadCurrentPreferences(
  { db }: Pick<ReadContext, "db">,
  kind: PreferenceKind,
  owners: readonly Row[],
): Promise<ReadonlyMap<number, CurrentPreferences>> {
  const values = await loadValues(db, kind, owners);
  const ownOf = await loadCustomOf(
    db,
    kind,
    owners.map(({ id }) => id),
  );
  return new Map(
    owners.map(({ id }, index) => [
      id,
      { values: values[index] ?? {}, definitions: [...kind.preferences, ...ownOf(id)] },
    ]),
  );
}

/** Returns the values that restoring an entry would bring back: those before it. */
export function restorablePreferences(
  actor: Pick<Actor, "role">,
  entry: Pick<StoredJournalEntry, "changes">,
  { values, definitions }: CurrentPreferences,
): RestorableValues {
  const back: RestorableValue[] = [];
  const skipped: SkippedValue[] = [];
  for (const [field, { before, after }] of Object.entries(entry.changes)) {
    const definition = definitions.find(({ attribute }) => attribute === field);
    if (!definition) continue;
    // A value may be anything that a preference has.
    const now = withoutBytes(values[field] ?? null);
    const reason = skipReasonOf(actor, definition, before);
    if (reason) skipped.push({ field, reason });
    else if (!isDeepStrictEqual(now, before)) {
      back.push({ field, old: before, now, isNewer: !isDeepStrictEqual(now, after) });
    }
  }
  return { values: back, left: skipped };
}

function skipReasonOf(
  { role }: Pick<Actor, "role">,
  { attribute, secret, read_only }: PreferenceDefinition,
  before: RestorableValue["old"],
): SkipReason | undefined {
  if (secret || before === mask) return "secret";
  if (isObject(before) && before.data === KEPT_BLOB) return "file";
  if (read_only) return "fixed";
  return isAdminOnly(attribute) && !setsAdminOnly(role) ? "forbidden" : undefined;
}

/** Returns what restoring an entry of a list would do. */
export function preferenceRestoreEffect(
  plan: ResourcePlan,
  actor: Actor,
  entry: Pick<StoredJournalEntry, "changes">,
  { row, now }: { readonly row: Row | undefined; readonly now: CurrentPreferences | undefined },
): RestoreEffect {
  const none = { restorable: [], returns: false };
  if (!row || !now || actor.admin.read_only || isGone(plan, row)) return none;
  if (!can(actor, plan.descriptor, "update", { record: { id: row.id } })) return none;
  return { restorable: restorablePreferences(actor, entry, now).values.map(({ field }) => field), returns: false };
}

/** Puts back the preferences before an entry, as an ordinary change of them; refused as any other restore. */
export async function restorePreferences(
  unit: UnitOfWork,
  kind: PreferenceKind,
  owner: Row,
  entry: StoredJournalEntry,
  { fields, overwrite }: RestoreOptions,
): Promise<readonly SkippedValue[]> {
  if (!isChange(entry)) throw new PlatformError("nothing_to_restore");
  const isWanted = fieldChoice(fields, Object.keys(entry.changes));
  const now = await loadCurrent(unit, kind, owner);
  const restorable = restorablePreferences(unit.actor, entry, now);
  const record = toWireRecord(kind, owner.id, now.values);
  const { body } = restoreInput(restorable.values.filter(isWanted), record, overwrite);
  unit.restores.set(`${valuesResource(kind)} ${owner.id}`, entry.id);
  await changePreferences(unit, kind, owner, now.values, body);
  return restorable.left.filter(isWanted);
}

async function loadCurrent(
  context: HookContext & Pick<UnitOfWork, "plans">,
  kind: PreferenceKind,
  owner: Row,
): Promise<CurrentPreferences> {
  const now = (await loadCurrentPreferences(context, kind, [owner])).get(owner.id);
  if (!now) throw new Error(`${planOf(context.plans, kind.owner.resource).name} ${owner.id} has no preferences`);
  return now;
}
