import { type Kysely, type RawBuilder, sql } from "kysely";
import { neededKindOf } from "../../../core/telephony/preferenceKind.ts";
import { byCodePoint } from "../../../core/values/byCodePoint.ts";
import { compareVersions } from "../../../core/values/compareVersions.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { Db } from "../../db/tables.ts";
import { type Level, type PreferenceValues, readLevels } from "../../preferences/preferenceRecord.ts";
import { loadActiveValues } from "../../preferences/preferencesInForce.ts";
import type { DeletedPreference, Row } from "../../resourceHooks.ts";
import { type DeviceChain, type DeviceName, selectChain } from "./deviceChain.ts";

/** Names in a template of data that not every device has. */
export interface TemplateNeeds {
  readonly firmware: boolean;
  /** Preferences of the device, its profile and its model. */
  readonly preferences: boolean;
  /** Preferences of the subscribers on its keys. */
  readonly subscriberPreferences: boolean;
  readonly checksum: boolean;
}

/** The subscriber on a key. */
export interface Subscriber {
  readonly id: number;
  readonly username: string;
  readonly domain: string;
  readonly password: string;
  readonly display_name: string | null;
  readonly pbx_extension: string | null;
  /** In the order in which they were given. */
  readonly numbers: readonly {
    id: number;
    number: string | null;
    cc: string | null;
    is_primary: boolean | null;
    is_devid: boolean | null;
  }[];
  readonly preferences: PreferenceValues;
}

/** Stored facts about a device that are not in its chain. */
export interface DeviceFacts {
  /** By id; those who are terminated are not among them. */
  readonly subscribers: ReadonlyMap<number, Subscriber>;
  /** The newest of the model; null where it has none, or nobody asks. */
  readonly maxversion: string | null;
  /** Those of the model, the profile and the device; undefined unless needed. */
  readonly preferences: readonly [PreferenceValues, PreferenceValues, PreferenceValues] | undefined;
}

/** A device with all that its configuration may need, as it is stored. */
export interface StoredDevice extends DeviceChain {
  readonly subscribers: readonly Omit<Subscriber, "preferences">[] | null;
  /** The modules that fit the phone, oldest first; null where all lines are on the phone itself. */
  readonly modules: readonly Row<"pbxdevicemodels">[] | null;
  readonly firmwares: readonly Firmware[] | null;
  /** Those of the model, the profile and the device. */
  readonly preferences: readonly DeletedPreference[] | null;
}

/** The kinds of preferences of a device, what it inherits first, each with its table in a chain. */
const levels = [
  [neededKindOf("pbxdevicemodels"), "model"],
  [neededKindOf("pbxdeviceprofiles"), "profile"],
  [neededKindOf("pbxdevices"), "device"],
] as const;

/** Loads a device with passwords and all by one statement, as phones ask by the thousand. */
export async function loadDevice(db: Db, by: DeviceName): Promise<StoredDevice | undefined> {
  const owners = levels.map(([{ kind }, table]) => sql`(${sql.lit(kind)}, ${sql.ref(table)}.id)`);
  const { rows } = await selectChain<StoredDevice>(
    by,
    sql`, (
      select jsonb_agg(one) from (
        select subscribers.id, username, domains.domain, password, display_name, pbx_extension, coalesce((
          select jsonb_agg(jsonb_build_object(
            'id', id, 'number', number, 'cc', cc, 'is_primary', is_primary, 'is_devid', is_devid) order by numbers.id)
          from numbers where subscriber_id = subscribers.id), '[]'::jsonb) as numbers
        from subscribers join domains on domains.id = subscribers.domain_id
        where subscribers.status <> 'terminated' and subscribers.id = any(array(
          select (line ->> 'subscriber_id')::integer from jsonb_array_elements(device.lines) as line))) as one
    ) as subscribers, (
      select jsonb_agg(one) from (
        select id, version, filename, tag from pbxdevicefirmwares where device_id = model.id) as one
    ) as firmwares, (
      select jsonb_agg(one) from (
        select owner_kind, owner_id, attribute, value, target_id from preferences
        where (owner_kind, owner_id) in (${sql.join(owners)})) as one
    ) as preferences, case when exists (
      select from jsonb_array_elements(device.lines) as line
      where (line ->> 'extension_unit')::integer > 0
        or not model.linerange @> jsonb_build_array(jsonb_build_object('name', line -> 'linerange'))
    ) then (
      select jsonb_agg(module.* order by module.id) from pbxdevicemodels as module, pbxdevicemodels as phone
      where phone.id = model.id and ${compatibleModules}
    ) end as modules`,
  ).execute(db);
  return rows[0];
}

/**
 * Reads what a template needs of a device. Names in preferences, those made at run time and the preferences of
 * subscribers are loaded, where there are any.
 */
export async function readFacts(
  db: Db,
  { device, profile, model, subscribers, firmwares, preferences }: StoredDevice,
  needs: TemplateNeeds,
): Promise<DeviceFacts> {
  const known = (subscribers ?? []).map(({ id }) => id);
  const ofSubscribers = needs.subscriberPreferences ? await loadActiveValues(db, known) : [];
  const ids = { model: model.id, profile: profile.id, device: device.id };
  const owners = levels.map(([kind, table]): Level => ({ kind, owners: [{ id: ids[table] }] }));
  const [ofModel, ofProfile, ofDevice] = needs.preferences ? await readLevels(db, owners, preferences ?? []) : [];
  return {
    subscribers: new Map(
      subscribers?.map((row, index) => [row.id, { ...row, preferences: ofSubscribers[index] ?? {} }]),
    ),
    maxversion: needs.firmware ? (sortByVersion(firmwares ?? []).at(-1)?.version ?? null) : null,
    preferences: needs.preferences ? [ofModel?.[0] ?? {}, ofProfile?.[0] ?? {}, ofDevice?.[0] ?? {}] : undefined,
  };
}

/**
 * A condition that an extension module fits a phone, whichever of the two names the other, for queries with both as
 * `module` and `phone`.
 */
export const compatibleModules: RawBuilder<boolean> = sql<boolean>`(
  module.type = 'extension' and module.reseller_id = phone.reseller_id
  and (phone.connectable_models @> to_jsonb(module.id) or module.connectable_models @> to_jsonb(phone.id)))`;

export type Firmware = Pick<Row<"pbxdevicefirmwares">, "id" | "version" | "filename" | "tag">;

/** The firmwares of a model in the order of their versions, the newest last. */
export async function firmwaresOf(db: Kysely<Tables>, modelId: number): Promise<readonly Firmware[]> {
  const ofModel = db.selectFrom("pbxdevicefirmwares").select(["id", "version", "filename", "tag"]);
  return sortByVersion(await ofModel.where("device_id", "=", modelId).execute());
}

/** Sorts firmwares by their versions, the newest last. */
function sortByVersion(firmwares: readonly Firmware[]): readonly Firmware[] {
  return firmwares.toSorted(
    (a, b) => compareVersions(a.version, b.version) || byCodePoint(a.version, b.version) || a.id - b.id,
  );
}
