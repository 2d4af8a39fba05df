import { type RawBuilder, sql } from "kysely";
import { isStorableId } from "../../core/schema/ids.ts";
import { setBalance } from "../../core/telephony/balances/events.ts";
import { freeShare } from "../../core/telephony/balances/intervals.ts";
import { amountFromUnits, amountToUnits } from "../../core/values/amount.ts";
import { isSwitch } from "../../core/values/filterValue.ts";
import { isName } from "../db/folded.ts";
import { valuesById } from "../db/valuesById.ts";
import { toBalanceRow } from "../features/balances/balanceState.ts";
import { applyBalanceEvents, balanceRefresher, lockCustomers } from "../features/balances/balanceStore.ts";
import { type LoggedEvent, logBalances } from "../features/balances/topUpLog.ts";
import { profileInForce } from "../features/billing/billing.ts";
import { addCurrencies, ownerCurrency } from "../features/billing/currencies.ts";
import { matchesWildcard } from "../records/query/like.ts";
import { filterTestOf } from "../records/query/operators.ts";
import type { HookFilter, ResourceHooks, Row, WrittenEvent } from "../resourceHooks.ts";

const never = sql.lit(false);

const statuses: ReadonlySet<string> = new Set(["active", "pending", "locked", "terminated"]);

const textsIn = (value: string) => value.split(",").map((text) => text.trim());

/** Balances of the customers that `condition` holds for, whose alias is `owner`. */
const ofCustomers = (condition: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref("table.id")} in (select owner.id from customers as owner where ${condition})`;

const byId = (column: "contact_id" | "reseller_id"): HookFilter => ({
  accepts: (value) => isStorableId(Number(value)),
  where: (value) =>
    ofCustomers(isStorableId(Number(value)) ? sql`${sql.ref(`owner.${column}`)} = ${Number(value)}` : never),
});

/** Customers whose profile in force is prepaid. */
const isPrepaid = sql<boolean>`exists (select 1 from billingprofiles as profile
  where profile.prepaid and profile.id = ${profileInForce(sql.ref("table.all_billing_profiles"), sql`now()`)})`;

export const customerbalances: ResourceHooks<"customerbalances"> = {
  refresher: balanceRefresher(({ id, query }) => id ?? query.get("id")),

  /** The values of the last interval. */
  async afterRead(context, rows, records) {
    const { db, timeZone } = context;
    const ids = rows.map(({ id }) => id);
    const { rows: intervals } = await sql<Row<"balanceintervals">>`
      select distinct on (customer_id) * from balanceintervals
      where customer_id = any(${ids}) order by customer_id, start desc`.execute(db);
    const externalIds = await valuesById<string | null>(db, "customers", "external_id", ids);
    const current = new Map(intervals.map((row) => [row.customer_id, toBalanceRow(row)]));
    for (const [index, record] of records.entries()) {
      const row = current.get(rows[index]?.id ?? 0);
      const created = new Date(String(rows[index]?.create_timestamp ?? 0));
      const share = row && freeShare({ created, serverZone: timeZone }, row);
      record.interval_id = row?.id ?? null;
      record.cash_balance = row ? amountToUnits(row.cash_balance) : 0;
      record.free_time_balance = row?.free_time_balance ?? 0;
      record.cash_debit = row ? amountToUnits(row.cash_balance_interval) : 0;
      record.free_time_spent = row?.free_time_balance_interval ?? 0;
      record.ratio = share ? share.part / share.whole : 1;
      record.external_id = externalIds.get(rows[index]?.id ?? 0) ?? null;
    }
    await addCurrencies(context, ownerCurrency, rows, records);
  },

  afterWriteMany: setByHand,

  /** By what is stored with the customer. */
  filters: {
    reseller_id: byId("reseller_id"),
    contact_id: byId("contact_id"),
    status: {
      accepts: (value) => textsIn(value).every((status) => statuses.has(status)),
      where: (value) => ofCustomers(sql`owner.status = any(${textsIn(value)})`),
    },
    external_id: { where: (value) => ofCustomers(matchesWildcard(sql.ref("owner.external_id"), value)) },
    /** Customers with a subscriber of the domain. */
    domain: {
      where: (value) => sql<boolean>`exists (select 1 from subscribers
        join domains on domains.id = subscribers.domain_id
        where subscribers.customer_id = ${sql.ref("table.id")} and ${isName(sql.ref("domains.domain"), value)}
          and subscribers.status <> 'terminated')`,
    },
    prepaid: {
      accepts: isSwitch,
      where: (value) => filterTestOf("exact", { type: "boolean", timeZone: "UTC" }, value).sql(isPrepaid),
    },
  },
};

/** Sets the values that the requests name; equal ones stay as they are, and nothing is logged. */
async function setByHand(events: readonly WrittenEvent<"customerbalances">[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const { context } = first;
  const eventOf = new Map(events.map((event) => [event.row.id, event]));
  const customers = await lockCustomers(context, [...eventOf.keys()]);
  const results = await applyBalanceEvents(context, [...customers.values()], ({ id }) => {
    const values = givenIn(eventOf.get(id));
    return (contract, before, now) => {
      const step = setBalance(contract, before, now, values);
      const unchanged = setBalance(contract, before, now, {});
      const [is, was] = [step, unchanged].map(({ state }) => state.rows.at(-1));
      return {
        ...step,
        isChanged: is?.cash_balance !== was?.cash_balance || is?.free_time_balance !== was?.free_time_balance,
      };
    };
  });
  const changed = [...results].filter(([, { isChanged }]) => isChanged);
  const logged = changed.flatMap(([id, { state, log }]): LoggedEvent[] => {
    const customer = customers.get(id);
    return customer ? [{ customer, state, log }] : [];
  });
  await logBalances(context, logged, "api");
}

/** Balances that a request names: cash in units of the currency, time in seconds. */
function givenIn(event: WrittenEvent<"customerbalances"> | undefined) {
  const { cash_balance: cash, free_time_balance: time } = event?.input ?? {};
  return {
    ...(event?.sentFields.has("cash_balance") && typeof cash === "number"
      ? { cash_balance: amountFromUnits(cash) }
      : {}),
    ...(event?.sentFields.has("free_time_balance") && typeof time === "number" ? { free_time_balance: time } : {}),
  };
}
