import { sql } from "kysely";
import type { Json } from "../../core/schema/descriptor.ts";
import {
  type PreferenceDefinition,
  type PreferenceKind,
  preferenceKindOf,
  preferenceKinds,
} from "../../core/telephony/preferenceKind.ts";
import { storage } from "../../generated/tables.gen.ts";
import { anyOf } from "../db/statements.ts";
import type { Db } from "../db/tables.ts";
import type { DeletedPreference, HookContext } from "../resourceHooks.ts";
import { childResources } from "./childResources.ts";

/** A stored preference: its value, or the id of the referenced record. */
export type StoredPreference = { readonly value: Json } | { readonly targetId: number };
/** Attribute -> what is stored; unset ones are absent. */
export type StoredPreferences = ReadonlyMap<string, StoredPreference>;

/** Table and column of a reference's names; undefined while the platform does not serve that resource. */
export function nameColumnOf(definition: PreferenceDefinition): { table: string; column: string } | undefined {
  const { reference } = definition;
  const table = reference && storage[reference.resource]?.name;
  return table === undefined ? undefined : { table, column: reference?.field ?? "" };
}

/** Owners of one kind, by their ids. */
interface OwnersOfKind {
  readonly kind: string;
  readonly ids: readonly number[];
}

/** The query for the stored preferences of owners of several kinds. */
export function selectStored(db: Db, owners: readonly OwnersOfKind[]) {
  return db
    .selectFrom("preferences")
    .select(["owner_kind", "owner_id", "attribute", "value", "target_id"])
    .where(({ and, eb, or }) =>
      or(owners.map(({ kind, ids }) => and([eb("owner_kind", "=", kind), eb("owner_id", "=", anyOf(ids))]))),
    );
}

/** Stored preferences by owner, of those of one kind; owners without any are absent. */
export function storedByOwner(
  rows: readonly DeletedPreference[],
  kind: string,
): ReadonlyMap<number, StoredPreferences> {
  const byOwner = new Map<number, Map<string, StoredPreference>>();
  for (const { owner_kind, owner_id, attribute, value, target_id } of rows) {
    if (owner_kind !== kind) continue;
    const ofOwner = byOwner.get(owner_id) ?? new Map<string, StoredPreference>();
    byOwner.set(owner_id, ofOwner.set(attribute, target_id === null ? { value } : { targetId: target_id }));
  }
  return byOwner;
}

/** The stored preferences of each owner, in the order of their names; owners without any are absent. */
export async function loadPreferences(
  db: Db,
  { kind }: PreferenceKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, StoredPreferences>> {
  if (ids.length === 0) return new Map();
  return storedByOwner(await selectStored(db, [{ kind, ids }]).orderBy("attribute").execute(), kind);
}

/** Changes of an owner's preferences by attribute; undefined removes one. */
export type PreferenceChanges = ReadonlyMap<string, StoredPreference | undefined>;

/** Stores the changes of owners of one kind, by their ids: two statements at most, whatever they are. */
export async function savePreferences(
  db: Db,
  { kind }: PreferenceKind,
  changes: ReadonlyMap<number, PreferenceChanges>,
): Promise<void> {
  const all = [...changes].flatMap(([owner_id, ofOwner]) =>
    [...ofOwner].map(([attribute, stored]) => ({ owner_id, attribute, stored })),
  );
  const removed = all.filter(({ stored }) => stored === undefined);
  if (removed.length > 0) {
    const rows = JSON.stringify(removed.map(({ owner_id, attribute }) => ({ owner_id, attribute })));
    await sql`delete from preferences as kept
      using jsonb_to_recordset(${rows}::jsonb) as gone(owner_id integer, attribute text)
      where owner_kind = ${kind} and kept.owner_id = gone.owner_id and kept.attribute = gone.attribute`.execute(db);
  }
  const set = all.flatMap(({ owner_id, attribute, stored }) => {
    if (stored === undefined) return [];
    const [value, target_id] = "value" in stored ? [stored.value, null] : [null, stored.targetId];
    return [{ owner_id, attribute, value, target_id }];
  });
  if (set.length === 0) return;
  await sql`
    insert into preferences as kept (owner_kind, owner_id, attribute, value, target_id)
    select ${kind}::text, owner_id, attribute, value, target_id
    from jsonb_to_recordset(${JSON.stringify(set)}::jsonb)
      as given(owner_id integer, attribute text, value jsonb, target_id integer)
    on conflict (owner_kind, owner_id, attribute) do update
    set value = excluded.value, target_id = excluded.target_id, row_version = kept.row_version + 1`.execute(db);
}

/** Stores what new records of a resource start with. */
export async function createPreferences(db: Db, resource: string, ids: readonly number[]): Promise<void> {
  const kind = preferenceKindOf(resource);
  if (!kind || kind.initial.size === 0) return;
  const initial = new Map([...kind.initial].map(([attribute, value]) => [attribute, { value }]));
  await savePreferences(db, kind, new Map(ids.map((id) => [id, initial])));
}

type DeletionContext = Pick<HookContext, "db" | "recordDeletedPreferences">;

const keptColumns = ["owner_kind", "owner_id", "attribute", "value", "target_id"] as const;

export async function deletePreferences(
  { db, recordDeletedPreferences: keepPreferences }: DeletionContext,
  resource: string,
  ownerIds: readonly number[],
): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind ?? (childResources.has(resource) ? resource : undefined);
  if (!kind) return;
  const ofKind = db.deleteFrom("preferences").where("owner_kind", "=", kind);
  const gone = await ofKind.where("owner_id", "=", anyOf(ownerIds)).returning(keptColumns).execute();
  for (const row of gone) if (isRestorablePreference(row.attribute)) keepPreferences(resource, row.owner_id, [row]);
}

/** Gives a copy the preferences of its original, in place of those that it started with. */
export async function copyPreferences(db: Db, resource: string, originalId: number, copyId: number): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind;
  if (!kind) return;
  await db.deleteFrom("preferences").where("owner_kind", "=", kind).where("owner_id", "=", copyId).execute();
  const originals = db.selectFrom("preferences").where("owner_kind", "=", kind).where("owner_id", "=", originalId);
  const columns = ["owner_kind", "attribute", "value", "target_id"] as const;
  const copies = originals.select(columns).select((eb) => eb.val(copyId).as("owner_id"));
  await db
    .insertInto("preferences")
    .columns([...columns, "owner_id"])
    .expression(copies)
    .execute();
}

/** Resource -> preferences that name its records. */
const attributesNaming = new Map<string, Set<string>>();
for (const { attribute, reference } of preferenceKinds.flatMap(({ preferences }) => preferences)) {
  if (!reference) continue;
  attributesNaming.set(reference.resource, (attributesNaming.get(reference.resource) ?? new Set()).add(attribute));
}

export async function deleteReferencesTo(
  { db, recordDeletedPreferences: keepPreferences }: DeletionContext,
  resource: string,
  ids: readonly number[],
): Promise<void> {
  const attributes = attributesNaming.get(resource);
  if (!attributes) return;
  const referring = db.deleteFrom("preferences").where("target_id", "=", anyOf(ids));
  const gone = await referring.where("attribute", "=", anyOf(attributes)).returning(keptColumns).execute();
  for (const row of gone)
    if (isRestorablePreference(row.attribute)) keepPreferences(resource, Number(row.target_id), [row]);
}

const secrets = new Set(
  preferenceKinds.flatMap(({ preferences }) =>
    preferences.filter(({ secret }) => secret).map(({ attribute }) => attribute),
  ),
);

/** The journal never has secrets. */
function isRestorablePreference(attribute: string): boolean {
  return !secrets.has(attribute);
}

/** Stores preferences again that were deleted with a record, unless their owner has others by now. */
export async function reinsertPreferences(db: Db, preferences: readonly DeletedPreference[]): Promise<void> {
  if (preferences.length === 0) return;
  await sql`insert into preferences (owner_kind, owner_id, attribute, value, target_id)
    select owner_kind, owner_id, attribute, value, target_id
    from jsonb_to_recordset(${JSON.stringify(preferences)}::jsonb)
      as kept(owner_kind text, owner_id integer, attribute text, value jsonb, target_id integer)
    on conflict do nothing`.execute(db);
}
