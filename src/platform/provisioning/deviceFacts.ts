import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { activeValues } from "../preferences/activeValues.ts";
import { neededKindOf } from "../preferences/preferenceKind.ts";
import { type Level, ownersOf, type PreferenceValues, readLevels } from "../preferences/preferenceRecord.ts";
import { type StoredRow, selectStored } from "../preferences/preferenceStore.ts";
import type { DeviceChain } from "./deviceChain.ts";
import { type Firmware, inOrder, selectFirmwares } from "./firmwares.ts";

type Db = Kysely<Tables>;

/** What a template names of what has to be loaded or computed for it. */
export interface Needs {
  readonly firmware: boolean;
  /** Of the device, its profile and its model. */
  readonly preferences: boolean;
  /** Of those who use its keys. */
  readonly subscriberPreferences: boolean;
  readonly checksum: boolean;
}

/** Who uses a key. */
export interface Subscriber {
  readonly id: number;
  readonly username: string;
  readonly domain: string;
  readonly password: string;
  readonly display_name: string | null;
  readonly pbx_extension: string | null;
  /** In the order in which they were given. */
  readonly numbers: readonly {
    number: string | null;
    cc: string | null;
    is_primary: boolean | null;
    is_devid: boolean | null;
  }[];
  readonly preferences: PreferenceValues;
}

/** What is stored about a device beside its chain. */
export interface DeviceFacts {
  /** By id; those who are terminated are not among them. */
  readonly subscribers: ReadonlyMap<number, Subscriber>;
  /** The newest of the model; null where it has none, or nobody asks. */
  readonly maxversion: string | null;
  /** Of the model, the profile and the device; undefined where nobody asks. */
  readonly preferences: readonly [PreferenceValues, PreferenceValues, PreferenceValues] | undefined;
}

interface Loaded {
  readonly subscribers: readonly Omit<Subscriber, "preferences">[] | null;
  readonly firmwares: readonly Firmware[] | null;
  readonly preferences: readonly StoredRow[] | null;
}

/**
 * Loads what a configuration needs with one statement, as phones ask by the thousand. Names in preferences, those made at
 * run time and the preferences of subscribers take further ones, where there are any.
 */
export async function loadFacts(
  db: Db,
  { device, profile, model }: DeviceChain,
  subscriberIds: ReadonlySet<number>,
  needs: Needs,
): Promise<DeviceFacts> {
  const levels: readonly Level[] = needs.preferences
    ? [
        { kind: neededKindOf("pbxdevicemodels"), owners: [{ id: model.id }] },
        { kind: neededKindOf("pbxdeviceprofiles"), owners: [{ id: profile.id }] },
        { kind: neededKindOf("pbxdevices"), owners: [{ id: device.id }] },
      ]
    : [];
  const parts = {
    ...(subscriberIds.size > 0 ? { subscribers: selectSubscribers([...subscriberIds]) } : {}),
    ...(needs.firmware ? { firmwares: sql`${selectFirmwares(db, model.id)}` } : {}),
    ...(needs.preferences ? { preferences: sql`${selectStored(db, ownersOf(levels))}` } : {}),
  };
  const { subscribers, firmwares, preferences } = await loadParts(db, parts);
  const known = (subscribers ?? []).map(({ id }) => id);
  const ofSubscribers = needs.subscriberPreferences ? await activeValues(db, known) : [];
  const [ofModel, ofProfile, ofDevice] = await readLevels(db, levels, preferences ?? []);
  return {
    subscribers: new Map(
      subscribers?.map((row, index) => [row.id, { ...row, preferences: ofSubscribers[index] ?? {} }]),
    ),
    maxversion: inOrder(firmwares ?? []).at(-1)?.version ?? null,
    preferences: needs.preferences ? [ofModel?.[0] ?? {}, ofProfile?.[0] ?? {}, ofDevice?.[0] ?? {}] : undefined,
  };
}

/** The rows of several queries, each as a list. */
async function loadParts(
  db: Db,
  parts: Readonly<Partial<Record<keyof Loaded, RawBuilder<unknown>>>>,
): Promise<Partial<Loaded>> {
  const lists = Object.entries(parts).map(
    ([name, query]) => sql`(select jsonb_agg(one) from (${query}) as one) as ${sql.ref(name)}`,
  );
  if (lists.length === 0) return {};
  const { rows } = await sql<Loaded>`select ${sql.join(lists)}`.execute(db);
  return rows[0] ?? {};
}

function selectSubscribers(ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    select subscribers.id, username, domains.domain, password, display_name, pbx_extension, coalesce((
      select jsonb_agg(jsonb_build_object('number', number, 'cc', cc, 'is_primary', is_primary, 'is_devid', is_devid)
        order by numbers.id)
      from numbers where subscriber_id = subscribers.id), '[]'::jsonb) as numbers
    from subscribers join domains on domains.id = subscribers.domain_id
    where subscribers.id = any(${[...ids]}::integer[]) and subscribers.status <> 'terminated'`;
}
