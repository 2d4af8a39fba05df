import { sql } from "kysely";
import type { ResourceDescriptor } from "../../src/core/schema/descriptor.ts";
import { storage, tables } from "../../src/generated/tables.gen.ts";
import type { Accounts, Member } from "./accessPlatform.ts";
import { Api, embedded } from "./api.ts";
import type { World } from "./world.ts";

/** A record that roles try to access. */
export interface Target {
  readonly id: number | string;
  /** own: of the caller's reseller; foreign: of another reseller; self: the caller's account or session. */
  readonly place: "own" | "foreign" | "self";
  /** Of a record that the API has below its parent. */
  readonly parentId?: number;
  /** Query that names the owner as which it is read. */
  readonly owner?: string;
}

/** Its address in the API. */
export function itemPath(
  { name }: Pick<ResourceDescriptor, "name">,
  { id, parentId, owner }: Omit<Target, "place">,
): string {
  return `/api/${name}/${parentId === undefined ? "" : `${parentId}/`}${id}${owner === undefined ? "" : `?${owner}`}`;
}

/** The worlds of the caller's reseller and of another one. */
export interface Worlds {
  readonly own: World;
  readonly foreign: World;
}

/** Id for resources that only the platform creates and that are empty. */
export const NO_RECORD = 2_000_000_000;

const PASSWORD = "Pl3nty-strong";

/** A record of the caller's or of another reseller; resources without a reseller have just one. */
export async function targetOf(
  platform: Accounts,
  worlds: Worlds,
  descriptor: ResourceDescriptor,
  place: "own" | "foreign",
): Promise<Target> {
  const { name } = descriptor;
  if (name === "adminsessions") return { id: await sessionOf(platform, worlds[place]), place };
  if (name === "admins") return { id: await worlds[place].make(name, { role: "reseller" }), place };
  if (isOnePerReseller(descriptor)) return { id: await onlyOneOf(platform, worlds, descriptor, place), place };
  if (isCreatable(descriptor)) return { id: await worlds[place].make(name), place };
  const { parent, ownerFilters } = descriptor;
  if (ownerFilters) return ownedTarget(platform, worlds, descriptor, place);
  const id = await storedId(platform, worlds, descriptor, place);
  return { id, place, ...(parent?.nested && { parentId: await parentOf(platform, descriptor, id) }) };
}

/** A record of an owner of the reseller, with the owner. */
async function ownedTarget(
  { owner: api }: Pick<Accounts, "owner">,
  worlds: Worlds,
  descriptor: ResourceDescriptor,
  place: "own" | "foreign",
): Promise<Target> {
  const owner = await api.findOwner(descriptor, { reseller_id: await worlds[place].shared("resellers") });
  if (owner === undefined) return { id: NO_RECORD, place };
  const [first] = embedded(await api.request("GET", `/api/${descriptor.name}/?rows=1&${owner}`), descriptor.name);
  const { discriminator } = descriptor;
  return {
    id: Number(first?.id),
    place,
    owner: discriminator ? `${owner}&${discriminator.propertyName}=${first?.[discriminator.propertyName]}` : owner,
  };
}

/** The parent of a record that its id alone does not address. */
async function parentOf(
  { owner }: Pick<Accounts, "owner">,
  { name, parent }: ResourceDescriptor,
  id: number | string,
): Promise<number> {
  const [record] = embedded(await owner.list(name, { id }), name);
  return Number(record?.[parent?.reference ?? ""] ?? NO_RECORD);
}

/** Whether a world can create records of the resource, or store it as settings. Actions leave none of their own. */
export function isCreatable({
  operations,
  settingsOf,
  api,
}: Pick<ResourceDescriptor, "operations" | "settingsOf" | "api">): boolean {
  return (operations.includes("create") && !api.actionOnly) || settingsOf !== undefined;
}

/** The caller's own account, or another session of it. */
export async function selfTarget(
  platform: Accounts,
  { name }: ResourceDescriptor,
  member: Member,
): Promise<Target | undefined> {
  if (name === "admins") return { id: member.id, place: "self" };
  if (name !== "adminsessions") return undefined;
  return { id: await newestSession(platform), place: "self" };
}

/** Whether a reseller can have only one record of the resource. */
export function isOnePerReseller({ scope, fields }: ResourceDescriptor): boolean {
  return fields.some(({ name, unique }) => name === scope && unique !== undefined);
}

/** Resources whose hook also shows resellers the records that belong to nobody. */
const SHARED: readonly string[] = ["preferencesmetaentries"];

/**
 * The fields with the resellers who see a record: several when it has sides (`scope` of fields). For resources whose hook
 * limits what is seen, by its name.
 */
export function scopesOf({ name, scope, storage: stored, fields }: ResourceDescriptor): readonly string[] {
  if (SHARED.includes(name)) return ["reseller_id"];
  if (stored === "computed" && fields.some((field) => field.name === "reseller_id")) return ["reseller_id"];
  return scope === undefined ? sidesOf({ fields }) : [scope];
}

/** The fields with the resellers of a record's sides, each of which reads only the fields of its own. */
export function sidesOf({ fields }: Pick<ResourceDescriptor, "fields">): readonly string[] {
  return [...new Set(fields.flatMap((field) => field.scope ?? []))];
}

async function onlyOneOf(
  platform: Accounts,
  worlds: Worlds,
  descriptor: ResourceDescriptor,
  place: "own" | "foreign",
): Promise<number | string> {
  const stored = await storedId(platform, worlds, descriptor, place);
  if (stored !== NO_RECORD) return stored;
  const { name, scope = "" } = descriptor;
  return worlds[place].make(name, { [scope]: await worlds[place].shared("resellers") });
}

async function sessionOf(platform: Accounts, world: World): Promise<number> {
  const id = await world.make("admins", { role: "reseller", password: PASSWORD });
  const { body } = await platform.owner.read("admins", id);
  await Api.login(platform.app, String(body?.login), PASSWORD);
  return newestSession(platform);
}

async function newestSession({ database }: Accounts): Promise<number> {
  const query = sql<{ id: number }>`select max(id) as id from adminsessions`;
  return Number((await query.execute(database.kysely)).rows[0]?.id);
}

/** A record that only the platform creates: the first that the reseller sees and the other one does not, or of all. */
async function storedId(
  { database, owner }: Accounts,
  worlds: Worlds,
  descriptor: ResourceDescriptor,
  place: "own" | "foreign",
): Promise<number | string> {
  const { name, operations } = descriptor;
  const table = storage[name]?.name;
  const scopes = scopesOf(descriptor);
  const resellerId = await worlds[place].shared("resellers");
  if (table === undefined || scopes.length === 0) {
    const filter = Object.fromEntries(scopes.map((scope) => [scope, resellerId]));
    const [first] = embedded(await owner.list(name, { rows: 1, ...filter }), name);
    return (first?.id as string | number | undefined) ?? NO_RECORD;
  }
  const otherId = await worlds[place === "own" ? "foreign" : "own"].shared("resellers");
  const resellers = sql.join(scopes.map((scope) => sql.ref(scope)));
  const isOthers = otherId === resellerId ? sql.lit(false) : sql`coalesce(${otherId} in (${resellers}), false)`;
  const query = sql<{ id: number }>`
    select id from ${sql.table(table)} where ${resellerId} in (${resellers}) and not ${isOthers} order by id limit 1`;
  const id = (await query.execute(database.kysely)).rows[0]?.id ?? NO_RECORD;
  return operations.includes("delete") && !operations.includes("create") ? copyOf(database, table, id) : id;
}

/** Copies a row that cannot be created through the API, so that each test can delete one. */
async function copyOf({ kysely }: Accounts["database"], table: string, id: number): Promise<number> {
  const columns = tables.find(({ name }) => name === table)?.columns.map((column) => sql.ref(column.name)) ?? [];
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(columns)} from ${sql.table(table)} where id = ${id} returning id`.execute(kysely);
  return rows[0]?.id ?? NO_RECORD;
}
