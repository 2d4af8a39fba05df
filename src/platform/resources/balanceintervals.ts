import { discardExpiry, timelyRange } from "../../core/telephony/balances/values.ts";
import { inForceAt } from "../../core/telephony/billingPeriods.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import { anyOf } from "../db/statements.ts";
import { loadBalances, toBalanceRow } from "../features/balances/balanceState.ts";
import { balanceRefresher } from "../features/balances/balanceStore.ts";
import type { ResourceHooks } from "../resourceHooks.ts";

export const balanceintervals: ResourceHooks<"balanceintervals"> = {
  refresher: balanceRefresher(({ query }) => query.get("customer_id")),
  async afterRead(context, rows, records) {
    const ids = new Set(rows.map(({ customer_id }) => customer_id));
    const customers = await context.db.selectFrom("customers").selectAll().where("id", "=", anyOf(ids)).execute();
    const balances = new Map((await loadBalances(context, customers)).map((balance) => [balance.customer.id, balance]));
    for (const [index, interval] of rows.entries()) {
      const record = records[index];
      const { contract, state } = balances.get(interval.customer_id) ?? {};
      if (!record || !contract || !state) continue;
      const row = toBalanceRow(interval);
      const isActual = row.end === null || row.end >= context.now;
      const timely = timelyRange(contract, state.package, row);
      record.is_actual = isActual;
      record.billing_profile_id = inForceAt(state.mappings, row.start)?.profile_id ?? null;
      record.timely_topup_start = timely && toRfc3339(timely.start);
      record.timely_topup_stop = timely && toRfc3339(timely.end);
      const expiry = isActual && discardExpiry(contract, state, state.package);
      record.notopup_discard_expiry = expiry ? toRfc3339(expiry) : null;
    }
  },
};
