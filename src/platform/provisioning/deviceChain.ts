import type { Kysely } from "kysely";
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
  if (identifier.includes("\0")) return undefined;
  const device = await db.selectFrom("pbxdevices").selectAll().where("identifier", "=", identifier).executeTakeFirst();
  return device && loadChain(db, device);
}

export async function loadChain(db: Kysely<Tables>, device: Row<"pbxdevices">): Promise<DeviceChain | undefined> {
  const own = <T extends "pbxdeviceprofiles" | "pbxdeviceconfigs" | "pbxdevicemodels">(table: T, id: number) =>
    db
      .selectFrom(table as "pbxdeviceprofiles")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst() as Promise<Row<T> | undefined>;
  const profile = await own("pbxdeviceprofiles", device.profile_id);
  const config = profile && (await own("pbxdeviceconfigs", profile.config_id));
  const model = config && (await own("pbxdevicemodels", config.device_id));
  return profile && config && model && { device, profile, config, model };
}
