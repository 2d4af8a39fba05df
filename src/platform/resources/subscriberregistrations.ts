import { sql } from "kysely";
import { violationAt } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

const registration = resourceExpressions<"subscriberregistrations">();

/** The registrar of the embedded platform: expired registrations are hidden, and deleted with the next write. */
export const subscriberregistrations: ResourceHooks<"subscriberregistrations"> = {
  checks: {
    future: violationAt(
      "/expires",
      ({ values, context }) => typeof values.expires === "string" && new Date(values.expires) <= context.now,
    ),
  },

  async afterWrite({ row, context }) {
    const own = context.db.deleteFrom("subscriberregistrations").where("subscriber_id", "=", row.subscriber_id);
    await own.where("expires", "<=", context.now.toISOString()).execute();
  },

  visibleTo: () =>
    registration.or([
      registration("table.expires", "is", null),
      registration("table.expires", ">", sql<string>`now()`),
    ]),
};
