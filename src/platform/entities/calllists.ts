import type { EntityHooks } from "../entityHooks.ts";
import { zonesOfSubscribers } from "./subscriberZones.ts";

export const calllists: EntityHooks<"calllists"> = {
  ownerZones: zonesOfSubscribers,

  async present(_reading, rows, records) {
    for (const [index, record] of records.entries()) record.duration = toClock(Number(rows[index]?.duration_seconds));
  },
};

/** Seconds as the platform writes them: `0:02:36`. */
function toClock(seconds: number): string {
  const [minutes, hours] = [Math.floor(seconds / 60) % 60, Math.floor(seconds / 3600)];
  return [hours, two(minutes), two(seconds % 60)].join(":");
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
