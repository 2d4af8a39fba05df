import { sql } from "kysely";
import { addCurrencies, currencyOfCall } from "../features/billing/currencies.ts";
import { callSides, customerFilter, legsOfCall } from "../features/calls/callSides.ts";
import { seeCalls } from "../features/calls/seenCalls.ts";
import { zonesOfSubscribers } from "../features/calls/subscriberZones.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import type { Currency, ResourceHooks } from "../resourceHooks.ts";

const currencies: Readonly<Record<string, Currency>> = {
  currency: {
    by: ["fee_id", "customer_id"],
    of: (column) => currencyOfCall(column("fee_id"), column("customer_id")),
  },
};

export const calllists: ResourceHooks<"calllists"> = {
  currencies,
  rowsQuery: callSides,
  ownerZones: zonesOfSubscribers,

  visibleTo: () => sql<boolean>`${sql.ref(`${rootAlias}.is_listed`)}`,

  filters: {
    customer_id: customerFilter,
    call_id: legsOfCall(),
  },

  async afterRead(context, rows, records) {
    for (const [index, seenCall] of (await seeCalls(context, rows)).entries()) {
      const record = records[index];
      if (!record) continue;
      record.direction = seenCall.direction;
      record.own_cli = seenCall.own;
      record.other_cli = seenCall.other;
      record.call_id = seenCall.callId;
      record.duration = seenCall.duration;
      record.total_customer_cost = seenCall.total;
    }
    await addCurrencies(context, currencies, rows, records);
  },
};
