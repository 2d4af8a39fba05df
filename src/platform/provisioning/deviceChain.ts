import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import type { Row } from "../entityHooks.ts";

/** A device with everything that decides what it is given. */
export interface DeviceChain {
  readonly device: Row<"pbxdevices">;
  readonly profile: Row<"pbxdeviceprofiles">;
  readonly config: Row<"pbxdeviceconfigs">;
  readonly model: Row<"pbxdevicemodels">;
}

/** A device by the name that it sends, whoever owns it. */
export async function findDevice(db: Kysely<Tables>, identifier: string): Promise<DeviceChain | undefined> {
  // PostgreSQL stores no such text, and refuses to compare with one.
  return identifier.includes("\0") ? undefined : loadChain(db, { identifier });
}

/** The same by its name or its id. */
export async function loadChain(
  db: Kysely<Tables>,
  by: { readonly id: number } | { readonly identifier: string },
): Promise<DeviceChain | undefined> {
  const [column, value] = "id" in by ? (["id", by.id] as const) : (["identifier", by.identifier] as const);
  const { rows } = await sql<DeviceChain>`
    select to_jsonb(device.*) as device, to_jsonb(profile.*) as profile, to_jsonb(config.*) as config,
      to_jsonb(model.*) as model
    from pbxdevices as device
      join pbxdeviceprofiles as profile on profile.id = device.profile_id
      join pbxdeviceconfigs as config on config.id = profile.config_id
      join pbxdevicemodels as model on model.id = config.device_id
    where ${sql.ref(`device.${column}`)} = ${value}`.execute(db);
  return rows[0];
}
