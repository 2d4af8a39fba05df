import { type Expression, type SqlBool, sql } from "kysely";
import { recordMovedNumber } from "../features/subscriberEvents/writeEvents.ts";
import { isColumnChanged, violationAt } from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

const number = resourceExpressions<"numbers">();
/** Values of the filter `type`. */
const kinds: ReadonlyMap<string, Expression<SqlBool>> = new Map([
  ["primary", number("table.is_primary", "is", true)],
  ["alias", number("table.is_primary", "is", false)],
]);

/** Moves a number to another subscriber; the rules are those of subscribers. */
export const numbers: ResourceHooks<"numbers"> = {
  lockForUpdate: ["subscriber_id"],

  checks: {
    primaryNumberMove: violationAt(
      "/subscriber_id",
      (event) => event.previous?.is_primary && isColumnChanged(event, "subscriber_id"),
    ),
  },

  async afterWrite(event) {
    if (!isColumnChanged(event, "subscriber_id")) return;
    const { db, now } = event.context;
    const former = (event.previous ?? event.row).subscriber_id;
    const both = [former, event.row.subscriber_id];
    await db.updateTable("subscribers").set({ modify_timestamp: now }).where("id", "in", both).execute();
    await recordMovedNumber(event.context, event.row, former);
  },

  filters: { type: { where: (value) => kinds.get(value) ?? sql.lit(false), accepts: (value) => kinds.has(value) } },
};
