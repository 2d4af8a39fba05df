import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import {
  type PreferenceChild,
  type PreferenceDefinition,
  type PreferenceKind,
  valuesResource,
} from "../../core/telephony/preferenceKind.ts";
import { isAdminOnly, setsAdminOnly } from "../../core/telephony/preferences.ts";
import { businessError } from "../../core/validation/businessRules.ts";
import { type FieldError, fieldError, validationFailed } from "../../core/validation/errors.ts";
import type { HookContext, NewJournalEntry, Row } from "../resourceHooks.ts";
import { journalChanged, loadCustomOf, ownersOf } from "./customPreferences.ts";
import { findTargetByName, type PreferenceValues, withoutBytes } from "./preferenceRecord.ts";
import { nameColumnOf, type PreferenceChanges, type StoredPreference, savePreferences } from "./preferenceStore.ts";
import { checkRules, isUnset, KEPT_BLOB, readValue } from "./readValue.ts";

/**
 * Sets an owner's preferences to `desired` and writes one journal entry: missing or empty ones are removed, unknown
 * ones ignored. All errors are reported at once, by preference. Unchanged values are not validated again. With `child`
 * the values are those of a child record of the owner.
 */
export async function changePreferences(
  context: HookContext,
  kind: PreferenceKind,
  owner: Row,
  current: PreferenceValues,
  desired: WireRecord,
  child?: PreferenceChild,
): Promise<void> {
  const [errors = []] = await changeAllPreferences(context, kind, [{ owner, current, change: () => desired }], child);
  if (errors.length > 0) throw validationFailed(errors);
}

/** A change of an owner's preferences. */
export interface OwnerChange {
  readonly owner: Row;
  /** The stored preferences. */
  readonly current: PreferenceValues;
  /** All that the owner shall have; `current` is what it has after earlier changes. */
  change(current: PreferenceValues): WireRecord;
}

/** A change of preferences as worked out so far, before it is stored. */
interface PendingPreferences {
  readonly owner: Row;
  readonly before: PreferenceValues;
  readonly next: PreferenceValues;
  readonly definitions: readonly PreferenceDefinition[];
  readonly changes: PreferenceChanges;
  readonly ownFields: Readonly<Record<string, Json>>;
  readonly errors: readonly FieldError[];
}

/**
 * Sets preferences of many owners, with as many statements as for one: changes of one owner follow each other. Returns
 * the errors of each change, pairwise; nothing is stored if there are any.
 */
export async function changeAllPreferences(
  context: HookContext,
  kind: PreferenceKind,
  all: readonly OwnerChange[],
  child?: PreferenceChild,
): Promise<(readonly FieldError[])[]> {
  const idOf = (owner: Row) => child?.id ?? owner.id;
  const storedKind = child?.kind ?? kind;
  const ids = [...new Set(all.map(({ owner }) => idOf(owner)))];
  const ownOf = await loadCustomOf(context.db, storedKind, ids, { isWrite: true });
  const targets: Targets = { context, kind, known: new Map() };
  const drafts: PendingPreferences[] = [];
  const latest = new Map<number, PreferenceValues>();
  for (const { owner, current, change } of all) {
    const before = latest.get(owner.id) ?? current;
    const definitions = [...kind.preferences, ...ownOf(idOf(owner))];
    const draft = await draftOf(targets, owner, definitions, before, change(before));
    latest.set(owner.id, draft.next);
    drafts.push(draft);
  }
  const errors = drafts.map((draft) => draft.errors);
  if (errors.every(({ length }) => length === 0)) await storeDrafts(context, kind, storedKind, drafts, idOf, child);
  return errors;
}

async function draftOf(
  targets: Targets,
  owner: Row,
  definitions: readonly PreferenceDefinition[],
  before: PreferenceValues,
  desired: WireRecord,
): Promise<PendingPreferences> {
  const changes = new Map<string, StoredPreference | undefined>();
  const ownFields: Record<string, Json> = {};
  const next: Record<string, Json> = {};
  const errors: FieldError[] = [];
  for (const definition of definitions) {
    const { attribute } = definition;
    const result = await readChange(targets, owner, definition, { before, desired });
    if ("errors" in result) errors.push(...result.errors);
    else {
      if (result.value !== undefined) next[attribute] = result.value;
      if (isSamePreference(before[attribute], result.value)) continue;
      if (definition.field) ownFields[definition.field] = toField(definition, result.value);
      else changes.set(attribute, result.stored);
    }
  }
  errors.push(...checkRules(targets.kind.rules, next));
  return { owner, before, next, definitions, changes, ownFields, errors };
}

async function storeDrafts(
  context: HookContext,
  kind: PreferenceKind,
  storedKind: PreferenceKind,
  drafts: readonly PendingPreferences[],
  idOf: (owner: Row) => number,
  child: PreferenceChild | undefined,
): Promise<void> {
  const fields = new Map<number, Record<string, Json>>();
  const changes = new Map<number, PreferenceChanges>();
  for (const { owner, ownFields, changes: ofDraft } of drafts) {
    if (Object.keys(ownFields).length > 0) fields.set(owner.id, { ...fields.get(owner.id), ...ownFields });
    if (ofDraft.size > 0) changes.set(idOf(owner), new Map([...(changes.get(idOf(owner)) ?? []), ...ofDraft]));
  }
  if (fields.size > 0)
    await context.updateMany(kind.owner.resource, [...fields.keys()], ({ id }) => fields.get(id) ?? {});
  await savePreferences(context.db, storedKind, changes);
  await context.journal(
    ...drafts.filter((draft) => draft.changes.size > 0).map((draft) => toEntry(kind, draft, child)),
  );
}

function toEntry(
  kind: PreferenceKind,
  { owner, before, next, definitions, changes }: PendingPreferences,
  child: PreferenceChild | undefined,
): NewJournalEntry {
  return {
    // Those of a child record are in its own journal.
    resource: child?.kind.kind ?? valuesResource(kind),
    id: child?.id ?? owner.id,
    operation: "update",
    resellerId: resellerIdOfOwner(kind, owner),
    changes: Object.fromEntries(
      definitions
        .filter(({ attribute }) => changes.has(attribute))
        .map((definition) => [definition.attribute, toChange(definition, before, next)]),
    ),
  };
}

export interface PreferenceReplacement {
  /** The owners: a condition on their rows under the alias `owner`. */
  readonly owners: Expression<SqlBool>;
  /** Inherited values to replace; explicitly chosen ones stay. */
  readonly from: readonly number[];
  /** The referenced record from now on, also for owners who had none; null: none. */
  readonly to: number | null;
}

/**
 * Propagates a preference that references a record to any number of owners with one statement, with a journal entry for
 * each whose value changes.
 */
export async function replacePreferenceForOwners(
  context: HookContext,
  kind: PreferenceKind,
  attribute: string,
  { owners, from, to }: PreferenceReplacement,
): Promise<void> {
  const definition = kind.preferences.find((candidate) => candidate.attribute === attribute);
  const names = definition && nameColumnOf(definition);
  if (!names) throw new Error(`${kind.kind}: ${attribute} names no record`);
  if (to === null && from.length === 0) return;
  const { table, reseller } = ownersOf(kind.owner);
  const isOne = from.length > 0 ? sql<boolean>`had.target_id in (${sql.join([...from])})` : sql<boolean>`false`;
  const isNext = to === null ? isOne : sql<boolean>`(${isOne} or had.owner_id is null)`;
  const nameOf = (id: RawBuilder<unknown>) =>
    sql`(select ${sql.ref(names.column)} from ${sql.table(names.table)} where id = ${id})`;
  const statement =
    to === null
      ? sql`delete from preferences using changed
          where owner_kind = ${kind.kind} and preferences.owner_id = changed.owner_id and attribute = ${attribute}`
      : sql`insert into preferences (owner_kind, owner_id, attribute, target_id)
          select ${kind.kind}::text, owner_id, ${attribute}::text, ${to}::integer from changed
          on conflict (owner_kind, owner_id, attribute) do update
          set target_id = excluded.target_id, row_version = preferences.row_version + 1`;
  await sql`
    with changed as materialized (
      select owner.id as owner_id, ${reseller} as reseller_id,
        ${nameOf(sql`had.target_id`)} as before, ${nameOf(sql`${to}::integer`)} as after
      from ${table}
      left join preferences as had
        on had.owner_kind = ${kind.kind} and had.owner_id = owner.id and had.attribute = ${attribute}
      where ${owners} and ${isNext} and had.target_id is distinct from ${to}::integer
    ), stored as (${statement})
    ${journalChanged(context, valuesResource(kind), attribute)}`.execute(context.db);
}

type PreferenceWrite =
  | { readonly value: Json | undefined; readonly stored: StoredPreference | undefined }
  | { readonly errors: readonly FieldError[] };

/** Records that preferences name, each looked up once. */
interface Targets {
  readonly context: HookContext;
  readonly kind: PreferenceKind;
  readonly known: Map<string, number | FieldError>;
}

async function targetOf(
  { context, kind, known }: Targets,
  owner: Row,
  definition: PreferenceDefinition,
  name: string,
): Promise<number | FieldError> {
  const reseller = resellerIdOfOwner(kind, owner);
  const key = JSON.stringify([definition.attribute, name, reseller]);
  const target = known.get(key) ?? (await findTargetByName(context.db, definition, name, reseller));
  known.set(key, target);
  return target;
}

async function readChange(
  targets: Targets,
  owner: Row,
  definition: PreferenceDefinition,
  values: { readonly before: PreferenceValues; readonly desired: WireRecord },
): Promise<PreferenceWrite> {
  const before = values.before[definition.attribute];
  const sentValue = values.desired[definition.attribute];
  const pointer = `/${definition.attribute}`;
  // A read-only value need not be sent with the rest.
  if (sentValue === undefined && definition.read_only) return { value: before, stored: undefined };
  const isRemoved = sentValue === undefined || isUnset(definition, sentValue);
  const read = isRemoved ? undefined : readValue(definition, sentValue);
  if (read && "errors" in read) return read;
  const value = read && keepBytes(read.value, before);
  if (value !== undefined && isObject(value) && value.data === KEPT_BLOB) {
    return { errors: [fieldError(`${pointer}/data`, "required")] };
  }
  if (isSamePreference(before, value)) return { value, stored: undefined };
  if (isAdminOnly(definition.attribute) && !setsAdminOnly(targets.context.actor.role)) {
    return { errors: [businessError(pointer, "preferenceAdminOnly")] };
  }
  if (value === undefined) return { value, stored: undefined };
  if (!nameColumnOf(definition)) return { value, stored: { value } };
  const target = await targetOf(targets, owner, definition, String(value));
  return typeof target === "number" ? { value, stored: { targetId: target } } : { errors: [target] };
}

/** A preference that is a field of the owner's own record, in that field's form. */
function toField({ data_type }: PreferenceDefinition, value: Json | undefined): Json {
  return data_type === "enum" ? Number(value ?? 0) : (value ?? null);
}

/** A file sent back as displayed keeps its bytes. */
function keepBytes(value: Json, before: Json | undefined): Json {
  return isObject(value) && value.data === KEPT_BLOB && isObject(before)
    ? { ...value, data: before.data ?? "" }
    : value;
}

/** The reseller within which names are looked up, and whose administrators may read the journal. */
export function resellerIdOfOwner({ owner }: PreferenceKind, row: Row): number | null {
  if (owner.resource === "resellers") return row.id;
  if (owner.reseller !== undefined) return owner.reseller;
  return typeof row.reseller_id === "number" ? row.reseller_id : null;
}

function toChange({ attribute, secret }: PreferenceDefinition, before: PreferenceValues, after: PreferenceValues) {
  // Values may be anything that a preference has.
  const shown = ({ [attribute]: value = null }: PreferenceValues) =>
    secret && value !== null ? "***" : withoutBytes(value);
  return { before: shown(before), after: shown(after) };
}

function isSamePreference<Value>(a: Value, b: Value): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
