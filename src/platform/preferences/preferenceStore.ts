import { type Kysely, sql } from "kysely";
import type { Json } from "../../core/descriptor.ts";
import { storage } from "../../generated/tables.gen.ts";
import type { AnyTables } from "../db/tables.ts";
import { placeResources } from "./placeResources.ts";
import { type PreferenceDefinition, type PreferenceKind, preferenceKindOf, preferenceKinds } from "./preferenceKind.ts";

type Db = Kysely<AnyTables>;

/** A preference as it is stored: its value, or the record it names. */
export type Stored = { readonly value: Json } | { readonly targetId: number };
/** Attribute -> what is stored; what is not set is absent. */
export type StoredPreferences = ReadonlyMap<string, Stored>;

interface PreferenceRow {
  readonly owner_id: number;
  readonly attribute: string;
  readonly value: Json;
  readonly target_id: number | null;
}

/** Table and column that a reference's names are in; undefined while the platform does not serve that resource. */
export function namesOf(definition: PreferenceDefinition): { table: string; column: string } | undefined {
  const { reference } = definition;
  const table = reference && storage[reference.resource]?.name;
  return table === undefined ? undefined : { table, column: reference?.field ?? "" };
}

/** What is set for each of the owners; owners without any are absent. */
export async function loadPreferences(
  db: Db,
  kind: PreferenceKind,
  ownerIds: readonly number[],
): Promise<ReadonlyMap<number, StoredPreferences>> {
  const byOwner = new Map<number, Map<string, Stored>>();
  if (ownerIds.length === 0) return byOwner;
  const { rows } = await sql<PreferenceRow>`
    select owner_id, attribute, value, target_id from preferences
    where owner_kind = ${kind.kind} and owner_id in (${sql.join([...ownerIds])})
    order by attribute`.execute(db);
  for (const { owner_id, attribute, value, target_id } of rows) {
    const ofOwner = byOwner.get(owner_id) ?? new Map<string, Stored>();
    byOwner.set(owner_id, ofOwner.set(attribute, target_id === null ? { value } : { targetId: target_id }));
  }
  return byOwner;
}

/** Stores values; undefined removes one. */
export async function savePreferences(
  db: Db,
  kind: PreferenceKind,
  ownerId: number,
  changes: ReadonlyMap<string, Stored | undefined>,
): Promise<void> {
  const removed = [...changes].filter(([, stored]) => stored === undefined).map(([attribute]) => attribute);
  if (removed.length > 0) {
    await sql`
      delete from preferences
      where owner_kind = ${kind.kind} and owner_id = ${ownerId} and attribute in (${sql.join(removed)})`.execute(db);
  }
  for (const [attribute, stored] of changes) {
    if (stored === undefined) continue;
    const value = "value" in stored ? JSON.stringify(stored.value) : null;
    const target = "targetId" in stored ? stored.targetId : null;
    await sql`
      insert into preferences (owner_kind, owner_id, attribute, value, target_id)
      values (${kind.kind}, ${ownerId}, ${attribute}, ${value}::jsonb, ${target})
      on conflict (owner_kind, owner_id, attribute) do update
      set value = excluded.value, target_id = excluded.target_id, version = preferences.version + 1`.execute(db);
  }
}

/** Removes all preferences of an owner that goes away. */
export async function forgetPreferences(db: Db, resource: string, ownerId: number): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind ?? (placeResources.has(resource) ? resource : undefined);
  if (kind) await sql`delete from preferences where owner_kind = ${kind} and owner_id = ${ownerId}`.execute(db);
}

/** Gives a copy of an owner what the original has set. */
export async function copyPreferences(db: Db, resource: string, originalId: number, copyId: number): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind;
  if (!kind) return;
  await sql`
    insert into preferences (owner_kind, owner_id, attribute, value, target_id)
    select owner_kind, ${copyId}::integer, attribute, value, target_id from preferences
    where owner_kind = ${kind} and owner_id = ${originalId}`.execute(db);
}

/** Resource -> preferences that name its records. */
const naming = new Map<string, Set<string>>();
for (const { attribute, reference } of preferenceKinds.flatMap(({ preferences }) => preferences)) {
  if (!reference) continue;
  naming.set(reference.resource, (naming.get(reference.resource) ?? new Set()).add(attribute));
}

/** Removes the preferences that name a record which goes away. */
export async function forgetReferences(db: Db, resource: string, id: number): Promise<void> {
  const attributes = naming.get(resource);
  if (!attributes) return;
  await sql`delete from preferences where target_id = ${id} and attribute in (${sql.join([...attributes])})`.execute(
    db,
  );
}
