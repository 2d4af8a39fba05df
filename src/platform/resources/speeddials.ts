import { sql } from "kysely";
import { isSwitch } from "../../core/values/filterValue.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const speeddials: ResourceHooks<"speeddials"> = {
  filters: {
    /** Subscribers that have any; with 0 those without. */
    nonempty: {
      reads: "speeddials",
      accepts: isSwitch,
      where: (value) => {
        const hasNone = sql<boolean>`coalesce(jsonb_array_length(${sql.ref("table.speeddials")}), 0) = 0`;
        return value === "0" || value === "false" ? hasNone : sql<boolean>`not ${hasNone}`;
      },
    },
  },
};
