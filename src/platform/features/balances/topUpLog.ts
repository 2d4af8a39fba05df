import type { BalanceState } from "../../../core/telephony/balances/balance.ts";
import type { BalanceLog } from "../../../core/telephony/balances/events.ts";
import { amountToUnits } from "../../../core/values/amount.ts";
import type { HookContext, Row } from "../../resourceHooks.ts";
import { intervalIds } from "./balanceStore.ts";

/** An event and its effect on a balance. */
export interface LoggedEvent {
  readonly customer: Row<"customers">;
  readonly state: BalanceState;
  readonly log: BalanceLog;
}

/** The columns of lines about events that succeeded, in order. */
export async function outcomesOf(context: HookContext, events: readonly LoggedEvent[]) {
  const places = events.map(({ customer: { id: customer_id }, state: { rows }, log }) => ({
    customer_id,
    before: rows[log.row_before]?.start,
    after: rows[log.row_after]?.start,
  }));
  const idAt = await intervalIds(
    context,
    places.flatMap(({ customer_id, before, after }) =>
      [before, after].flatMap((start) => (start ? [{ customer_id, start }] : [])),
    ),
  );
  return events.map(({ customer, log }, index) => ({
    ...authorOf(context),
    outcome: "ok" as const,
    contract_id: customer.id,
    reseller_id: customer.reseller_id,
    amount: amountToUnits(log.amount),
    cash_balance_before: amountToUnits(log.cash_balance_before),
    cash_balance_after: amountToUnits(log.cash_balance_after),
    package_before_id: log.package_before_id,
    package_after_id: log.package_after_id,
    profile_before_id: log.profile_before_id,
    profile_after_id: log.profile_after_id,
    contract_balance_before_id: idAt(customer.id, places[index]?.before),
    contract_balance_after_id: idAt(customer.id, places[index]?.after),
  }));
}

export function authorOf({ actor, now }: Pick<HookContext, "actor" | "now">) {
  return { username: actor.username, timestamp: now };
}

/** Adds lines about balances that were set by hand. */
export async function logBalances(
  context: HookContext,
  events: readonly LoggedEvent[],
  requestToken: string,
): Promise<void> {
  if (events.length === 0) return;
  const outcomes = await outcomesOf(context, events);
  const lines = outcomes.map((outcome) => ({ ...outcome, type: "set_balance" as const, request_token: requestToken }));
  await context.db.insertInto("topuplogs").values(lines).execute();
}
