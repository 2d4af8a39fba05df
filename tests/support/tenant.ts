import { sql } from "kysely";
import type { Json, ResourceDescriptor, WireRecord } from "../../src/core/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { storage, tables } from "../../src/generated/tables.gen.ts";
import type { AccessPlatform } from "./accessPlatform.ts";
import { withoutLinks } from "./api.ts";
import { reachOf } from "./rights.ts";
import { isMade, targetOf } from "./targets.ts";
import { World } from "./world.ts";

/** In every text of the other reseller's records, and nowhere else. */
export const MARK = "qzx";
/** Nobody's: takes the mark's place where a question about nothing at all is asked. */
export const NOBODY = "wvk";
/** An id that no record has. */
export const NO_ID = 799_999;

/** The other reseller's ids, from table to table in steps, so that no two of its records have the same. */
const FIRST_ID = 700_001;
const STEP = 100;
const FIRST_ID_AFTER = 800_001;

/** Another reseller with records of every resource; its ids and texts stand out wherever they turn up. */
export interface Tenant {
  readonly world: World;
  /** Records by resource as the superuser master reads them. */
  readonly records: ReadonlyMap<string, readonly WireRecord[]>;
  /** Every id that any of the records has. */
  readonly ids: ReadonlySet<number>;
}

export const descriptors: readonly ResourceDescriptor[] = Object.values(resources).map(({ descriptor }) => descriptor);

export async function openTenant(platform: AccessPlatform): Promise<Tenant> {
  const { owner } = platform;
  await startIdsAt(platform, FIRST_ID);
  const mark = { mark: MARK, firstDigits: 970_000 };
  const resellerId = await new World(owner, 1, mark).make("resellers");
  const given = new Map<string, number>();
  const plain = new World(owner, resellerId, { mark: "platform", firstDigits: 980_000 });
  for (const { name } of descriptors.filter(isForAll)) given.set(name, await plain.make(name));
  const world = new World(owner, resellerId, { ...mark, given });
  const made: (readonly [string, number | string])[] = [["resellers", resellerId]];
  for (const descriptor of descriptors) {
    const { name } = descriptor;
    // What the platform works out is the other reseller's only as far as it names its records.
    if (isForAll(descriptor) || !storage[name]) continue;
    const { id } = await targetOf(platform, { own: world, foreign: world }, descriptor, "foreign");
    made.push([name, id]);
    if (isMade(descriptor)) made.push([name, await world.shared(name)]);
    await writePreferences(platform, descriptor, Number(id));
  }
  const records = new Map<string, WireRecord[]>();
  for (const [name, id] of made) {
    const { status, body } = await owner.read(name, Number(id));
    if (status === 200) records.set(name, [...(records.get(name) ?? []), withoutLinks(body)]);
  }
  const ids = new Set([...records.values()].flat().map(({ id }) => Number(id)));
  await startIdsAt(platform, FIRST_ID_AFTER);
  return { world, records, ids };
}

/** Of the platform itself, and looked up by every reseller: nobody's secret. */
export function isForAll(descriptor: ResourceDescriptor): boolean {
  const { name, scope, settingsOf } = descriptor;
  const isOwned = scope !== undefined || settingsOf !== undefined;
  return isMade(descriptor) && !isOwned && reachOf(name, "resellerMaster", "lookup") === "all";
}

/** Marked texts in all preferences that take any text. */
async function writePreferences({ owner }: AccessPlatform, { preferences }: ResourceDescriptor, id: number) {
  if (!preferences) return;
  const definitions = (await owner.request("GET", `/api/${preferences.replace(/s$/, "defs")}/`)).body ?? {};
  const texts = Object.entries(definitions).flatMap(([name, definition]) => {
    const { data_type, read_only, max_occur } = (definition ?? {}) as { [key: string]: Json };
    return data_type === "string" && !read_only
      ? [[name, max_occur === 1 ? `${MARK}-${name}` : [`${MARK}-${name}`]]]
      : [];
  });
  for (const [name, value] of texts) {
    // Some are names of records, or have a form of their own: what is refused is not stored.
    await owner.request("PATCH", `/api/${preferences}/${id}`, [{ op: "add", path: `/${name}`, value }]);
  }
}

async function startIdsAt({ database }: AccessPlatform, first: number): Promise<void> {
  for (const [index, name] of [...tables.map((table) => table.name), "journals"].entries()) {
    const next = first + index * STEP;
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${next}, false)`.execute(database.kysely);
  }
}
