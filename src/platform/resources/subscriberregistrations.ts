import { sql } from "kysely";
import { brokenAt } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { EntityHooks } from "../resourceHooks.ts";

const registration = resourceExpressions<"subscriberregistrations">();

/** The registrar of the embedded platform: expired registrations are hidden, and deleted with the next write. */
export const subscriberregistrations: EntityHooks<"subscriberregistrations"> = {
  checks: {
    future: brokenAt(
      "/expires",
      ({ values, work }) => typeof values.expires === "string" && new Date(values.expires) <= work.now,
    ),
  },

  async afterWrite({ row, work }) {
    const own = work.db.deleteFrom("subscriberregistrations").where("subscriber_id", "=", row.subscriber_id);
    await own.where("expires", "<=", work.now.toISOString()).execute();
  },

  visibleTo: () =>
    registration.or([
      registration("table.expires", "is", null),
      registration("table.expires", ">", sql<string>`now()`),
    ]),
};
