import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../../../generated/database.gen.ts";
import type { Row } from "../../resourceHooks.ts";

/** A device with everything that decides what it is given. */
export interface DeviceChain {
  readonly device: Row<"pbxdevices">;
  readonly profile: Row<"pbxdeviceprofiles">;
  readonly config: Row<"pbxdeviceconfigs">;
  readonly model: Row<"pbxdevicemodels">;
}

/** A device by its id, or by the name that it sends. */
export type DeviceName = { readonly id: number } | { readonly identifier: string };

/** Finds a device by the name that it sends, of any owner. */
export function findDevice(db: Kysely<Tables>, identifier: string): Promise<DeviceChain | undefined> {
  return loadChain(db, { identifier });
}

/** Finds a device by its name or its id. */
async function loadChain(db: Kysely<Tables>, by: DeviceName): Promise<DeviceChain | undefined> {
  const { rows } = await selectChain(by, sql``).execute(db);
  return rows[0];
}

/** The query for a chain, with further columns that may name its tables `device`, `profile`, `config` and `model`. */
export function selectChain<Further>(by: DeviceName, further: RawBuilder<unknown>): RawBuilder<DeviceChain & Further> {
  return sql<DeviceChain & Further>`
    select to_jsonb(device.*) as device, to_jsonb(profile.*) as profile, to_jsonb(config.*) as config,
      to_jsonb(model.*) as model${further}
    from pbxdevices as device
      join pbxdeviceprofiles as profile on profile.id = device.profile_id
      join pbxdeviceconfigs as config on config.id = profile.config_id
      join pbxdevicemodels as model on model.id = config.device_id
    where ${isNamed(by)}`;
}

function isNamed(by: DeviceName): RawBuilder<boolean> {
  if ("id" in by) return sql<boolean>`device.id = ${by.id}`;
  // PostgreSQL stores no such text, and refuses to compare with one.
  return by.identifier.includes("\0") ? sql.lit(false) : sql<boolean>`device.identifier = ${by.identifier}`;
}

/** A MAC address as phones send it: 12 hexadecimal digits; other identifiers in lower case. */
export function bareIdentifier(identifier: string): string {
  const text = identifier.trim().toLowerCase();
  const digits = text.replaceAll(/[:.-]/g, "");
  return /^[0-9a-f]{12}$/.test(digits) ? digits : text;
}
