import { sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { matchesWildcard } from "../query/like.ts";

export const events: EntityHooks<"events"> = {
  filters: {
    /** With stars, or with percent signs as older clients write them. */
    type: {
      where: (text) => matchesWildcard(sql.ref(`${rootAlias}.type`), text.trim().replaceAll("%", "*")),
    },
  },
};
