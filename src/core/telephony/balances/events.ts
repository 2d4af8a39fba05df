import { type Amount, addAmounts, amountFromCents, subtractAmounts, zeroAmount } from "../../values/amount.ts";
import {
  addProfiles,
  type BalanceContract,
  type BalanceRow,
  type BalanceState,
  changeLastRow,
  lastRow,
  type MutableBalance,
  type ProfilePackage,
  profileAt,
} from "./balance.ts";
import { wholeSecond } from "./calendar.ts";
import { catchUpDraft, openNextRow } from "./catchUp.ts";
import { resizedEnd, startsWithTopUp } from "./intervals.ts";
import { applyUnderrun, findCrossed, findRaised, mergeUnderruns } from "./underruns.ts";
import { discardExpiry, freeCash, freeTime, keptCash, timelyRange } from "./values.ts";

/** An entry of the top-up log; rows by their index in the new state. */
export interface BalanceLog {
  readonly amount: Amount;
  readonly cash_balance_before: Amount;
  readonly cash_balance_after: Amount;
  readonly package_before_id: number | null;
  readonly package_after_id: number | null;
  readonly profile_before_id: number;
  readonly profile_after_id: number;
  readonly row_before: number;
  readonly row_after: number;
}

export interface BalanceStep {
  readonly state: BalanceState;
  readonly log: BalanceLog;
}

/** A cash top-up, or a voucher. */
export interface TopUp {
  readonly amount: Amount;
  /** Package to change to; null: keep the present one. */
  readonly package: ProfilePackage | null;
}

/** The price of a call. Free time and the part of the cost that the balance covers are taken from it. */
export interface Charge {
  readonly cost: Amount;
  readonly covered: Amount;
  readonly free_time: number;
}

/** Sets values of the row in force by hand; a value that is left out is kept. */
export function setBalance(
  contract: BalanceContract,
  state: BalanceState,
  now: Date,
  values: { readonly cash_balance?: Amount; readonly free_time_balance?: number },
): BalanceStep {
  const instant = wholeSecond(now);
  const draft = catchUpDraft(contract, state, instant);
  const before = beforeOf(contract, draft, instant);
  const row = lastRow(draft);
  const { cash_balance: cash = row.cash_balance, free_time_balance = row.free_time_balance } = values;
  changeLastRow(draft, { cash_balance: cash, free_time_balance });
  applyUnderrun(contract, draft, findCrossed(draft.package, before.cash_balance_before, cash), instant);
  const amount = subtractAmounts(cash, before.cash_balance_before);
  return { state: draft, log: logOf(contract, draft, instant, before, amount) };
}

/**
 * Adds cash, less the service charge. The profiles for top-ups start; a change of package gives neither its initial
 * profiles nor its initial balance.
 */
export function topUp(contract: BalanceContract, state: BalanceState, now: Date, event: TopUp): BalanceStep {
  const instant = wholeSecond(now);
  const draft = catchUpDraft(contract, state, instant);
  const before = beforeOf(contract, draft, instant);
  const previous = draft.package;
  const pkg = event.package ?? previous;
  const net = pkg ? subtractAmounts(event.amount, amountFromCents(pkg.service_charge)) : event.amount;
  const addsProfiles = addProfiles(contract, draft, pkg?.topup_profiles ?? [], instant);
  countTopUp(contract, draft, instant);
  draft.package = pkg;
  changeTerms(contract, draft, previous, instant, { net, addsProfiles });
  changeLastRow(draft, { cash_balance: addAmounts(lastRow(draft).cash_balance, net) });
  if (typeof pkg?.topup_lock_level === "number") draft.lock_level = pkg.topup_lock_level;
  return { state: draft, log: logOf(contract, draft, instant, before, net) };
}

/** Changes the package, or takes it away; the initial profiles of the new one start. The same one again does nothing. */
export function changePackage(
  contract: BalanceContract,
  state: BalanceState,
  now: Date,
  pkg: ProfilePackage | null,
): BalanceState {
  const instant = wholeSecond(now);
  const draft = catchUpDraft(contract, state, instant);
  const previous = draft.package;
  if (previous?.id === pkg?.id) return draft;
  addProfiles(contract, draft, pkg?.initial_profiles ?? [], instant);
  draft.package = pkg;
  changeTerms(contract, draft, previous, instant, null);
  return draft;
}

/** Books a call that ends now in the row in force. */
export function charge(contract: BalanceContract, state: BalanceState, now: Date, call: Charge): BalanceState {
  const instant = wholeSecond(now);
  const draft = catchUpDraft(contract, state, instant);
  const row = lastRow(draft);
  const cash = subtractAmounts(row.cash_balance, call.covered);
  changeLastRow(draft, {
    cash_balance: cash,
    cash_balance_interval: addAmounts(row.cash_balance_interval, call.cost),
    free_time_balance: row.free_time_balance - call.free_time,
    free_time_balance_interval: row.free_time_balance_interval + call.free_time,
  });
  applyUnderrun(contract, draft, findCrossed(draft.package, row.cash_balance, cash), instant);
  return draft;
}

/** Counts in the row that the top-up ends, also when another top-up in this second has ended it already. */
function countTopUp(contract: BalanceContract, draft: MutableBalance, instant: Date): void {
  const isClosed = lastRow(draft).start > instant;
  const index = draft.rows.length - (isClosed ? 2 : 1);
  const row = draft.rows[index];
  if (!row) return;
  const range = timelyRange(contract, draft.package, row);
  const isTimely = isClosed
    ? row.timely_topup_count > 0
    : range !== null && range.start <= instant && instant <= range.end;
  draft.rows[index] = {
    ...row,
    topup_count: row.topup_count + 1,
    timely_topup_count: row.timely_topup_count + (isTimely ? 1 : 0),
  };
}

type LogBefore = Pick<BalanceLog, "cash_balance_before" | "package_before_id" | "profile_before_id" | "row_before">;

function beforeOf(contract: BalanceContract, draft: MutableBalance, instant: Date): LogBefore {
  return {
    cash_balance_before: lastRow(draft).cash_balance,
    package_before_id: draft.package?.id ?? null,
    profile_before_id: profileAt(contract, draft, instant).id,
    row_before: draft.rows.length - 1,
  };
}

function logOf(
  contract: BalanceContract,
  draft: MutableBalance,
  instant: Date,
  before: LogBefore,
  amount: Amount,
): BalanceLog {
  return {
    ...before,
    amount,
    cash_balance_after: lastRow(draft).cash_balance,
    package_after_id: draft.package?.id ?? null,
    profile_after_id: profileAt(contract, draft, instant).id,
    row_after: draft.rows.length - 1,
  };
}

/** The effects of a top-up. */
interface TopUpEffects {
  readonly net: Amount;
  readonly addsProfiles: boolean;
}

/**
 * After the draft was given its new package: the row in force ends when the new one wants it to, a top-up that starts
 * an interval opens the next row, and thresholds that are new or higher are checked.
 */
function changeTerms(
  contract: BalanceContract,
  draft: MutableBalance,
  previous: ProfilePackage | null,
  instant: Date,
  topUp: TopUpEffects | null,
): void {
  const { package: pkg } = draft;
  const row = lastRow(draft);
  const { net, addsProfiles } = topUp ?? { net: zeroAmount, addsProfiles: false };
  const mode = pkg?.balance_interval_start_mode ?? "1st";
  const isResized = resizes(previous, pkg, row, instant, topUp !== null);
  // A row that a top-up in this second has opened ends in the next second at the earliest.
  if (isResized)
    resize(contract, draft, resizedEnd(contract, mode, row.start > instant ? row.start : instant, topUp !== null));
  const resized = lastRow(draft);
  if (isResized && topUp && startsWithTopUp(mode) && resized.end !== null) {
    const carried = keptCash(contract, draft, previous, resized, discardExpiry(contract, draft, previous));
    openNextRow(contract, draft, resized.end, carried, instant, (cash) => {
      const after = addAmounts(cash, net);
      return mergeUnderruns(
        findCrossed(pkg, resized.cash_balance, after),
        findRaised(pkg, previous, after, addsProfiles),
      );
    });
    return;
  }
  applyUnderrun(
    contract,
    draft,
    findRaised(pkg, previous, addAmounts(resized.cash_balance, net), addsProfiles),
    instant,
  );
}

function resizes(
  previous: ProfilePackage | null,
  pkg: ProfilePackage | null,
  row: BalanceRow,
  instant: Date,
  isTopUp: boolean,
): boolean {
  const before = previous?.balance_interval_start_mode ?? "1st";
  const after = pkg?.balance_interval_start_mode ?? "1st";
  if (before !== after) return true;
  if (previous?.id !== pkg?.id && (before === "1st_tz" || before === "create_tz")) return true;
  if (!isTopUp) return false;
  return (after === "topup" && row.start <= instant) || (after === "topup_interval" && row.end === null);
}

/** Free cash and free time of the row of the creation follow its length. */
function resize(contract: BalanceContract, draft: MutableBalance, end: Date | null): void {
  const row = lastRow(draft);
  const profile = profileAt(contract, draft, row.start);
  const changed = { start: row.start, end };
  const cash = subtractAmounts(freeCash(contract, profile, changed), freeCash(contract, profile, row));
  changeLastRow(draft, {
    end,
    cash_balance: addAmounts(row.cash_balance, cash),
    free_time_balance: row.free_time_balance + freeTime(contract, profile, changed) - freeTime(contract, profile, row),
  });
}
