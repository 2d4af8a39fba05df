import { sql } from "kysely";
import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import type { PreferenceDefinition, PreferenceKind } from "../../core/telephony/preferenceKind.ts";
import { businessError } from "../../core/validation/businessRules.ts";
import type { FieldError } from "../../core/validation/errors.ts";
import type { Db } from "../db/tables.ts";
import { valuesById } from "../db/valuesById.ts";
import type { DeletedPreference } from "../resourceHooks.ts";
import { isCustom, loadCustomOf } from "./customPreferences.ts";
import {
  nameColumnOf,
  type StoredPreference,
  type StoredPreferences,
  selectStored,
  storedByOwner,
} from "./preferenceStore.ts";
import { KEPT_BLOB } from "./readValue.ts";

/** Values of one owner by attribute, with names for references. Files include their bytes. */
export type PreferenceValues = Readonly<Record<string, Json>>;

/** An owner of preferences, stored or on the wire: some of its own fields are preferences too. */
export type Owner = Readonly<WireRecord>;

/** The preferences of each owner in wire form: one query, one for own preferences, and one per referenced resource. */
export async function loadValues(db: Db, kind: PreferenceKind, owners: readonly Owner[]): Promise<PreferenceValues[]> {
  const [values = []] = await loadLevels(db, [{ kind, owners }]);
  return values;
}

/** Owners of one kind. */
export interface Level {
  readonly kind: PreferenceKind;
  readonly owners: readonly Owner[];
}

/** Loads the values of owners of several kinds, with one query for all of them. */
export async function loadLevels(db: Db, levels: readonly Level[]): Promise<PreferenceValues[][]> {
  const owners = levels.map((level) => ({ kind: level.kind.kind, ids: idsOf(level) }));
  const withIds = owners.filter(({ ids }) => ids.length > 0);
  return readLevels(db, levels, withIds.length === 0 ? [] : await selectStored(db, withIds).execute());
}

const idsOf = ({ owners }: Level) => owners.map((owner) => Number(idOf(owner)));

/** The preferences of each owner of each level in wire form, from what is stored of all. */
export async function readLevels(
  db: Db,
  levels: readonly Level[],
  rows: readonly DeletedPreference[],
): Promise<PreferenceValues[][]> {
  const values: PreferenceValues[][] = [];
  for (const level of levels) values.push(await readLevel(db, level, storedByOwner(rows, level.kind.kind)));
  return values;
}

async function readLevel(
  db: Db,
  level: Level,
  byOwner: ReadonlyMap<number, StoredPreferences>,
): Promise<PreferenceValues[]> {
  const { kind, owners } = level;
  const ids = idsOf(level);
  const hasOwn = [...byOwner.values()].some((values) => [...values.keys()].some(isCustom));
  const ownOf = hasOwn ? await loadCustomOf(db, kind, ids) : () => [];
  const perOwner = ids.map((id) => byOwner.get(id) ?? new Map());
  const names = await loadNames(db, kind, perOwner);
  return perOwner.map((ofOwner, index) => {
    const values: Record<string, Json> = {};
    for (const definition of [...kind.preferences, ...ownOf(ids[index] ?? 0)]) {
      const { attribute } = definition;
      const storedValue = ofOwner.get(attribute) ?? fromField(definition, owners[index]);
      if (storedValue === undefined) continue;
      const value = "value" in storedValue ? storedValue.value : names.get(attribute)?.get(storedValue.targetId);
      if (value !== undefined) values[attribute] = value;
    }
    return values;
  });
}

function fromField({ field, data_type }: PreferenceDefinition, owner: Owner | undefined): StoredPreference | undefined {
  const value = field === undefined ? undefined : owner?.[field];
  if (value === undefined || value === null || value === 0) return undefined;
  return { value: data_type === "enum" ? String(value) : value };
}

/** The wire record: owner, values, files without their bytes. */
export function toWireRecord({ owner }: PreferenceKind, ownerId: number, values: PreferenceValues): WireRecord {
  const entries = Object.entries(values).map(([attribute, value]) => [attribute, withoutBytes(value)] as const);
  return { id: ownerId, [owner.key]: ownerId, ...Object.fromEntries(entries) };
}

export function withoutBytes(value: Json): Json {
  return isObject(value) ? { ...value, data: KEPT_BLOB } : value;
}

/** The record with a name within a reseller, locked until the transaction ends; or the error. */
export async function findTargetByName(
  db: Db,
  definition: PreferenceDefinition,
  name: string,
  resellerId: number | null,
): Promise<number | FieldError> {
  const nameColumn = nameColumnOf(definition);
  if (!nameColumn) throw new Error(`${definition.attribute} refers to nothing that is served`);
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(nameColumn.table)}
    where ${sql.ref(nameColumn.column)} = ${name} and reseller_id = ${resellerId} for share`.execute(db);
  return rows[0]?.id ?? businessError(`/${definition.attribute}`, "preferenceNameUnknown", { name });
}

async function loadNames(
  db: Db,
  kind: PreferenceKind,
  storedPreferences: readonly StoredPreferences[],
): Promise<ReadonlyMap<string, ReadonlyMap<number, string>>> {
  const names = new Map<string, ReadonlyMap<number, string>>();
  for (const definition of kind.preferences) {
    const nameColumn = nameColumnOf(definition);
    if (!nameColumn) continue;
    const ids = storedPreferences.flatMap((ofOwner) => {
      const found = ofOwner.get(definition.attribute);
      return found && "targetId" in found ? [found.targetId] : [];
    });
    names.set(definition.attribute, await valuesById<string>(db, nameColumn.table, nameColumn.column, ids));
  }
  return names;
}
