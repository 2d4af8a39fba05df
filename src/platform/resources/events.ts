import { sql } from "kysely";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import { matchesWildcard } from "../records/query/like.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const events: ResourceHooks<"events"> = {
  filters: {
    /** With stars, or with percent signs as older clients write them. */
    type: {
      where: (text) => matchesWildcard(sql.ref(`${rootAlias}.type`), text.trim().replaceAll("%", "*")),
    },
  },
};
