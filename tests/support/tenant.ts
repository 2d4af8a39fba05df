import { sql } from "kysely";
import type { Json, ResourceDescriptor, WireRecord } from "../../src/core/schema/descriptor.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { storage, tables } from "../../src/generated/tables.gen.ts";
import type { AccessPlatform } from "./accessPlatform.ts";
import { TEST_RESELLER } from "./accounts.ts";
import { embedded, withoutLinks } from "./api.ts";
import { reachOf } from "./rights.ts";
import { storeRow, storeShared } from "./storedRow.ts";
import { isCreatable, NO_RECORD, scopesOf, sidesOf, targetOf } from "./targets.ts";
import { World } from "./world.ts";

/** Marks every text in the other reseller's records. */
export const MARK = "qzx";
/** Replaces the mark in requests that must not match anything. */
export const NO_MATCH = "wvk";
/** An id that no record has. */
export const NO_ID = 799_999;

/** Ids of the other reseller start at a different number for each table, so that no two records share one. */
const FIRST_ID = 700_001;
const STEP = 100;
const FIRST_ID_AFTER = 800_001;

/** Another reseller with records of every resource, whose ids and texts are recognizable in any response. */
export interface Tenant {
  readonly world: World;
  /** Records by resource, as the superuser master reads them. */
  readonly records: ReadonlyMap<string, readonly WireRecord[]>;
  /** Ids of all records. */
  readonly ids: ReadonlySet<number>;
  /** Ids by resource of further records, of which the test accounts' reseller sees the other side. */
  readonly shared: ReadonlyMap<string, readonly number[]>;
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
  const shared = new Map<string, readonly number[]>();
  const made: (readonly [string, number | string])[] = [["resellers", resellerId]];
  for (const descriptor of descriptors) {
    const { name } = descriptor;
    // Computed records only belong to the other reseller if they name its records.
    if (isForAll(descriptor) || !storage[name]) continue;
    const { id } = await targetOf(platform, { own: world, foreign: world }, descriptor, "foreign");
    const isMissing = id === NO_RECORD && scopesOf(descriptor).length > 0;
    made.push([name, isMissing ? await storeRow(platform, world, descriptor) : id]);
    if (sidesOf(descriptor).length > 0) shared.set(name, await storeShared(platform, world, descriptor, TEST_RESELLER));
    if (isCreatable(descriptor)) made.push([name, await world.shared(name)]);
    await writePreferences(platform, descriptor, Number(id));
  }
  const records = new Map<string, WireRecord[]>();
  for (const [name, id] of made) {
    const { status, body } = await owner.read(name, Number(id));
    if (status === 200) records.set(name, [...(records.get(name) ?? []), withoutLinks(body)]);
  }
  for (const descriptor of descriptors.filter(({ ownerFilters }) => ownerFilters)) {
    const query = await owner.findOwner(descriptor, { reseller_id: resellerId });
    const answer = await owner.request("GET", `/api/${descriptor.name}/?${query}`);
    const seenByBoth = new Set([...shared.values()].flat());
    const own = embedded(answer, descriptor.name).filter(({ id }) => !seenByBoth.has(Number(id)));
    records.set(descriptor.name, own.map(withoutLinks));
  }
  const ids = new Set([...records.values()].flat().map(({ id }) => Number(id)));
  await startIdsAt(platform, FIRST_ID_AFTER);
  return { world, records, ids, shared };
}

/** Whether every reseller may look up the platform's records. */
export function isForAll(descriptor: ResourceDescriptor): boolean {
  const { name, settingsOf } = descriptor;
  const isOwned = scopesOf(descriptor).length > 0 || settingsOf !== undefined;
  return isCreatable(descriptor) && !isOwned && reachOf(name, "resellerMaster", "lookup") === "all";
}

/** Writes marked texts to all preferences that take any text. */
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
    // Preferences with a format or a reference reject the text, which is fine.
    await owner.request("PATCH", `/api/${preferences}/${id}`, [{ op: "add", path: `/${name}`, value }]);
  }
}

async function startIdsAt({ database }: AccessPlatform, first: number): Promise<void> {
  for (const [index, name] of [...tables.map((table) => table.name), "journals"].entries()) {
    const next = first + index * STEP;
    await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${next}, false)`.execute(database.kysely);
  }
}
