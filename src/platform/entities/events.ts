import { sql } from "kysely";
import type { EntityHooks } from "../entityHooks.ts";
import { rootAlias } from "../plan/resourcePlan.ts";
import { matchesPattern, toLikePattern } from "../query/like.ts";

export const events: EntityHooks<"events"> = {
  filters: {
    /** With stars, or with percent signs as older clients write them. */
    type: {
      where: (text) => matchesPattern(sql.ref(`${rootAlias}.type`), toLikePattern(text.trim().replaceAll("%", "*"))),
    },
  },
};
