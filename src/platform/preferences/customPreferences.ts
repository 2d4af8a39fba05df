import { type Expression, type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type PreferenceDefinition,
  type PreferenceKind,
  preferenceKinds,
  valuesResource,
} from "../../core/telephony/preferenceKind.ts";
import { storage, tables } from "../../generated/tables.gen.ts";
import type { Db } from "../db/tables.ts";
import type { HookContext, Row } from "../resourceHooks.ts";
import { childResources } from "./childResources.ts";

type CustomPreferenceRow = Row<"preferencesmetaentries">;

/** The prefix of the names of custom preferences: those of the platform never have it. */
const CUSTOM_PREFIX = "__";

/** Whether the preference was made at run time. */
export function isCustom(attribute: string): boolean {
  return attribute.startsWith(CUSTOM_PREFIX);
}

/** The name as it was made up, however many underscores are in front of it. */
export function bareName(name: string): string {
  return name.replace(/^_+/, "");
}

/** The name as it is stored and shown. */
export function customName(name: string): string {
  return `${CUSTOM_PREFIX}${bareName(name)}`;
}

type CustomPreferencesOf = (ownerId: number) => readonly PreferenceDefinition[];

/**
 * The own preferences of each of these owners. They are read for every request and never kept, so that all nodes agree
 * at once. `isWrite` keeps them as they are until the transaction ends.
 */
export async function loadCustomOf(
  db: Db,
  kind: PreferenceKind,
  ownerIds: readonly number[],
  { isWrite = false } = {},
): Promise<CustomPreferencesOf> {
  if (!kind.own) return () => [];
  const ofKind = db
    .selectFrom("preferencesmetaentries")
    .selectAll()
    .where(kind.own.flag, "is", true)
    .orderBy("attribute");
  const entries = await (isWrite ? ofKind.forShare() : ofKind).execute();
  const all = entries.map((entry) => ({ entry, definition: toDefinition(entry) }));
  if (entries.every(({ reseller_id, autoprov_device_id }) => reseller_id === null && autoprov_device_id === null)) {
    const definitions = all.map(({ definition }) => definition);
    return () => definitions;
  }
  const scopes = await loadScopes(db, kind, ownerIds);
  return (id) => {
    const scope = scopes.get(id);
    return all.flatMap(({ entry, definition }) => (scope && isWithin(entry, scope) ? [definition] : []));
  };
}

/** A kind with the own preferences of one owner. */
export async function withCustom(db: Db, kind: PreferenceKind, ownerId: number): Promise<PreferenceKind> {
  const ownOf = await loadCustomOf(db, kind, [ownerId]);
  return { ...kind, preferences: [...kind.preferences, ...ownOf(ownerId)] };
}

/** A kind with all own preferences that administrators of the reseller see; null: of all resellers. */
export async function withCustomVisibleTo(
  db: Db,
  kind: PreferenceKind,
  resellerId: number | null,
): Promise<PreferenceKind> {
  if (!kind.own) return kind;
  const ofKind = db
    .selectFrom("preferencesmetaentries as table")
    .selectAll()
    .where(kind.own.flag, "is", true)
    .orderBy("attribute");
  const entries = await (resellerId === null ? ofKind : ofKind.where(visibleToReseller(resellerId))).execute();
  return { ...kind, preferences: [...kind.preferences, ...entries.map(toDefinition)] };
}

/** Entries, under the alias `table`, for owners of this reseller: its own, those of its device models, and those for all. */
export function visibleToReseller(resellerId: number): Expression<SqlBool> {
  return sql<boolean>`case
    when "table"."autoprov_device_id" is not null
      then "table"."autoprov_device_id" in (select id from pbxdevicemodels where reseller_id = ${resellerId})
    else coalesce("table"."reseller_id" = ${resellerId}, true) end`;
}

interface Scope {
  readonly reseller_id: number | null;
  readonly model_id: number | null;
}

function isWithin({ reseller_id, autoprov_device_id }: CustomPreferenceRow, scope: Scope): boolean {
  if (autoprov_device_id !== null) return scope.model_id === autoprov_device_id;
  return reseller_id === null || scope.reseller_id === reseller_id;
}

/** Reseller and device model of each owner, or of a child record with values of its own. */
async function loadScopes(
  db: Db,
  { kind, owner, own }: PreferenceKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Scope>> {
  const { table, reseller } = ownersOf(childResources.has(kind) ? { resource: kind } : owner);
  const model = own?.model === undefined ? sql`null::integer` : sql.ref(own.model);
  const { rows } = await sql<Scope & { id: number }>`
    select id, ${reseller} as reseller_id, ${model} as model_id from ${table}
    where id = any(${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function toDefinition({
  attribute,
  label,
  description,
  data_type,
  max_occur,
  enum: stored,
}: CustomPreferenceRow): PreferenceDefinition {
  const choices = stored ?? [];
  const definition = {
    ...{ attribute, group: "own", data_type, max_occur: max_occur ? 1 : 0 },
    texts: { label, description, choices: new Map(choices.map((choice) => [choice.value, choice.label])) },
  };
  if (data_type !== "enum") return definition;
  const standard = choices.find(({ default_val }) => default_val)?.value;
  return {
    ...definition,
    enum: choices.map(({ value }) => value),
    ...(standard === undefined ? {} : { default: standard }),
  };
}

/** Deletes the values of an own preference, of all owners, with a journal entry for each. */
export function deleteCustomValues(context: HookContext, attribute: string): Promise<void> {
  return reduceCustom(context, attribute, sql<null>`null::jsonb`);
}

/** Values follow the name of their preference. */
export async function renameCustomValues({ db }: HookContext, from: string, to: string): Promise<void> {
  await db.updateTable("preferences").set({ attribute: to }).where("attribute", "=", from).execute();
}

/**
 * Takes choices out of the values of an own preference, with a journal entry for each owner that had one; what is empty
 * then is not set any more.
 */
export async function removeCustomChoices(
  context: HookContext,
  attribute: string,
  choices: readonly string[],
): Promise<void> {
  if (choices.length === 0) return;
  const gone = sql`${[...choices]}::text[]`;
  await reduceCustom(
    context,
    attribute,
    sql`case when not jsonb_exists_any(value, ${gone}) then value
      when jsonb_typeof(value) = 'array' then nullif(value - ${gone}, '[]') end`,
  );
}

/** Stores the remaining values of a custom preference, for any number of owners; null removes them. */
async function reduceCustom(context: HookContext, attribute: string, remaining: RawBuilder<unknown>): Promise<void> {
  const places = [...childResources].map((kind) => ({ kind, journal: kind, owner: { resource: kind } }));
  const kinds = preferenceKinds.map((kind) => ({ ...kind, journal: valuesResource(kind) }));
  for (const { kind, journal, owner } of [...kinds, ...places]) {
    const { table, reseller } = ownersOf(owner);
    const isTheirs = sql`owner_kind = ${kind} and attribute = ${attribute} and preferences.owner_id = changed.owner_id`;
    await sql`
      with changed as materialized (
        select owner_id, ${reseller} as reseller_id, before, after
        from (
          select owner_id, value as before, ${remaining} as after from preferences
          where owner_kind = ${kind} and attribute = ${attribute}
        ) as had left join ${table} on owner.id = owner_id
        where after is distinct from before
      ), gone as (
        delete from preferences using changed where ${isTheirs} and after is null
      ), reduced as (
        update preferences set value = after, row_version = row_version + 1 from changed
        where ${isTheirs} and after is not null
      )
      ${journalChanged(context, journal, attribute)}`.execute(context.db);
  }
}

/** The table of a kind's owners, which is `owner` in a query, and their reseller there. */
export function ownersOf(owner: Pick<PreferenceKind["owner"], "resource" | "reseller">) {
  const table = storage[owner.resource]?.name;
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if (table === undefined) throw new Error(`${owner.resource} has no table`);
  const reseller =
    owner.resource === "resellers"
      ? sql.ref("owner.id")
      : columns.some(({ name }) => name === "reseller_id")
        ? sql.ref("owner.reseller_id")
        : sql`${owner.reseller ?? null}::integer`;
  return { table: sql`${sql.table(table)} as owner`, reseller };
}

/**
 * The statement that journals a change of one preference for each row of `changed`: its `owner_id`, its `reseller_id`,
 * and the values `before` and `after`.
 */
export function journalChanged(
  { actor, now, changeSetId: unit }: HookContext,
  resource: string,
  attribute: string,
): RawBuilder<unknown> {
  return sql`insert into journals
      (resource_name, resource_id, operation, timestamp, user_id, username, reseller_id, unit, run, changes)
    select ${resource}::text, owner_id, 'update', ${now}::timestamptz, ${actor.adminId}::integer,
      ${actor.username}::text, reseller_id, ${unit}::text, ${actor.run ?? null}::text,
      jsonb_build_object(${attribute}::text, jsonb_build_object('before', before, 'after', after))
    from changed order by owner_id`;
}
