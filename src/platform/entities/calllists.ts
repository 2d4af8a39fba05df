import { formatClock } from "../../core/duration.ts";
import type { EntityHooks } from "../entityHooks.ts";
import { zonesOfSubscribers } from "./subscriberZones.ts";

export const calllists: EntityHooks<"calllists"> = {
  ownerZones: zonesOfSubscribers,

  async present(_reading, rows, records) {
    for (const [index, record] of records.entries())
      record.duration = formatClock(Number(rows[index]?.duration_seconds));
  },
};
