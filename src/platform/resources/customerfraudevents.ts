import { textIn } from "../../core/schema/valueAt.ts";
import { parseWireInstant } from "../../core/values/dateTime.ts";
import { findFraudEvents } from "../features/balances/fraudEvents.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const customerfraudevents: ResourceHooks<"customerfraudevents"> = {
  handledFilters: ["date", "date_ge", "date_le"],

  computeRecords: findFraudEvents,

  /** An event is counted anew whenever it is read: only what was said about telling it is stored. */
  async updateComputed({ context: { db, timeZone }, record, input }) {
    const { notified_at } = input;
    const notice = {
      status: textIn(input, "notify_status"),
      notified_at: typeof notified_at === "string" ? parseWireInstant(notified_at, timeZone) : null,
    };
    await db
      .insertInto("fraudnotices")
      .values({
        customer_id: Number(textIn(record, "contract_id")),
        period: textIn(record, "interval"),
        first: textIn(record, "date"),
        ...notice,
      })
      .onConflict((conflict) => conflict.columns(["customer_id", "period", "first"]).doUpdateSet(notice))
      .execute();
  },
};
