import { amountToUnits } from "../../core/amount.ts";
import type { BalanceState } from "../../core/balances/balance.ts";
import type { BalanceLog } from "../../core/balances/events.ts";
import type { Row, Work } from "../entityHooks.ts";
import { rowIdsOf } from "./keepBalance.ts";

/** What an event did to a balance. */
export interface LoggedEvent {
  readonly customer: Row<"customers">;
  readonly state: BalanceState;
  readonly log: BalanceLog;
}

/** The columns of a line about an event that succeeded. */
export async function outcomeOf(work: Work, { customer, state, log }: LoggedEvent) {
  const rows = await rowIdsOf(work, customer.id, state, log);
  return {
    ...authorOf(work),
    outcome: "ok",
    contract_id: customer.id,
    reseller_id: customer.reseller_id,
    amount: amountToUnits(log.amount),
    cash_balance_before: amountToUnits(log.cash_balance_before),
    cash_balance_after: amountToUnits(log.cash_balance_after),
    package_before_id: log.package_before_id,
    package_after_id: log.package_after_id,
    profile_before_id: log.profile_before_id,
    profile_after_id: log.profile_after_id,
    contract_balance_before_id: rows.before,
    contract_balance_after_id: rows.after,
  };
}

/** Who wrote a line, and when. */
export function authorOf({ actor, now }: Pick<Work, "actor" | "now">) {
  return { username: actor.username, timestamp: now };
}

/** Adds a line about a balance that was set by hand. */
export async function logBalance(
  work: Work,
  { type, requestToken, ...event }: LoggedEvent & { readonly type: "set_balance"; readonly requestToken: string },
): Promise<void> {
  const line = { ...(await outcomeOf(work, event)), type, request_token: requestToken };
  await work.db.insertInto("topuplogs").values(line).execute();
}
