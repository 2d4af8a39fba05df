import type { Kysely } from "kysely";
import { byCodePoint } from "../../../core/values/byCodePoint.ts";
import { compareVersions } from "../../../core/values/compareVersions.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import type { Row } from "../../resourceHooks.ts";

export type Firmware = Pick<Row<"pbxdevicefirmwares">, "id" | "version" | "filename" | "tag">;

/** The firmwares of a model in the order of their versions, the newest last. */
export async function firmwaresOf(db: Kysely<Tables>, modelId: number): Promise<readonly Firmware[]> {
  const ofModel = db.selectFrom("pbxdevicefirmwares").select(["id", "version", "filename", "tag"]);
  return sortByVersion(await ofModel.where("device_id", "=", modelId).execute());
}

/** Sorts firmwares by their versions, the newest last. */
export function sortByVersion(firmwares: readonly Firmware[]): readonly Firmware[] {
  return firmwares.toSorted(
    (a, b) => compareVersions(a.version, b.version) || byCodePoint(a.version, b.version) || a.id - b.id,
  );
}
