import type { Kysely } from "kysely";
import type { Json } from "../../core/descriptor.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { storage } from "../../generated/tables.gen.ts";
import { anyOf } from "../db/statements.ts";
import { placeResources } from "./placeResources.ts";
import { type PreferenceDefinition, type PreferenceKind, preferenceKindOf, preferenceKinds } from "./preferenceKind.ts";

type Db = Kysely<Tables>;

/** A stored preference: its value, or the id of the referenced record. */
export type Stored = { readonly value: Json } | { readonly targetId: number };
/** Attribute -> what is stored; unset ones are absent. */
export type StoredPreferences = ReadonlyMap<string, Stored>;

/** Table and column of a reference's names; undefined while the platform does not serve that resource. */
export function namesOf(definition: PreferenceDefinition): { table: string; column: string } | undefined {
  const { reference } = definition;
  const table = reference && storage[reference.resource]?.name;
  return table === undefined ? undefined : { table, column: reference?.field ?? "" };
}

/** Owners of one kind, by their ids. */
export interface OwnersOfKind {
  readonly kind: string;
  readonly ids: readonly number[];
}

/** A stored preference with its owner. */
export interface StoredRow {
  readonly owner_kind: string;
  readonly owner_id: number;
  readonly attribute: string;
  readonly value: Json;
  readonly target_id: number | null;
}

/** The query for the stored preferences of owners of several kinds, to be run or to be part of another one. */
export function selectStored(db: Db, owners: readonly OwnersOfKind[]) {
  return db
    .selectFrom("preferences")
    .select(["owner_kind", "owner_id", "attribute", "value", "target_id"])
    .where(({ and, eb, or }) =>
      or(owners.map(({ kind, ids }) => and([eb("owner_kind", "=", kind), eb("owner_id", "=", anyOf(ids))]))),
    );
}

/** Stored preferences by owner, of those of one kind; owners without any are absent. */
export function storedByOwner(rows: readonly StoredRow[], kind: string): ReadonlyMap<number, StoredPreferences> {
  const byOwner = new Map<number, Map<string, Stored>>();
  for (const { owner_kind, owner_id, attribute, value, target_id } of rows) {
    if (owner_kind !== kind) continue;
    const ofOwner = byOwner.get(owner_id) ?? new Map<string, Stored>();
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

/** Stores values; undefined removes one. */
export async function savePreferences(
  db: Db,
  kind: PreferenceKind,
  ownerId: number,
  changes: ReadonlyMap<string, Stored | undefined>,
): Promise<void> {
  const removed = [...changes].filter(([, stored]) => stored === undefined).map(([attribute]) => attribute);
  if (removed.length > 0) {
    const own = db.deleteFrom("preferences").where("owner_kind", "=", kind.kind).where("owner_id", "=", ownerId);
    await own.where("attribute", "=", anyOf(removed)).execute();
  }
  for (const [attribute, stored] of changes) {
    if (stored === undefined) continue;
    const value = "value" in stored ? JSON.stringify(stored.value) : null;
    const set = { value, target_id: "targetId" in stored ? stored.targetId : null };
    await db
      .insertInto("preferences")
      .values({ owner_kind: kind.kind, owner_id: ownerId, attribute, ...set })
      .onConflict((known) =>
        known
          .columns(["owner_kind", "owner_id", "attribute"])
          .doUpdateSet((row) => ({ ...set, row_version: row("preferences.row_version", "+", 1) })),
      )
      .execute();
  }
}

/** Deletes all preferences of owners that are deleted. */
export async function forgetPreferences(db: Db, resource: string, ownerIds: readonly number[]): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind ?? (placeResources.has(resource) ? resource : undefined);
  if (!kind) return;
  const ofKind = db.deleteFrom("preferences").where("owner_kind", "=", kind);
  await ofKind.where("owner_id", "=", anyOf(ownerIds)).execute();
}

/** Copies the preferences of an owner to its copy. */
export async function copyPreferences(db: Db, resource: string, originalId: number, copyId: number): Promise<void> {
  const kind = preferenceKindOf(resource)?.kind;
  if (!kind) return;
  const own = db.selectFrom("preferences").where("owner_kind", "=", kind).where("owner_id", "=", originalId);
  const columns = ["owner_kind", "attribute", "value", "target_id"] as const;
  const copies = own.select(columns).select((one) => one.val(copyId).as("owner_id"));
  await db
    .insertInto("preferences")
    .columns([...columns, "owner_id"])
    .expression(copies)
    .execute();
}

/** Resource -> preferences that name its records. */
const naming = new Map<string, Set<string>>();
for (const { attribute, reference } of preferenceKinds.flatMap(({ preferences }) => preferences)) {
  if (!reference) continue;
  naming.set(reference.resource, (naming.get(reference.resource) ?? new Set()).add(attribute));
}

/** Deletes the preferences that reference deleted records. */
export async function forgetReferences(db: Db, resource: string, ids: readonly number[]): Promise<void> {
  const attributes = naming.get(resource);
  if (!attributes) return;
  const referring = db.deleteFrom("preferences").where("target_id", "=", anyOf(ids));
  await referring.where("attribute", "=", anyOf(attributes)).execute();
}
