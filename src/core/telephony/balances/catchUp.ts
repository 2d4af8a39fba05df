import { type Amount, amountFromCents, zeroAmount } from "../../values/amount.ts";
import {
  type BalanceContract,
  type BalanceRow,
  type BalanceState,
  changeLastRow,
  draftOf,
  lastRow,
  type MutableBalance,
  type ProfilePackage,
  profileAt,
} from "./balance.ts";
import { addSeconds, wholeSecond } from "./calendar.ts";
import { firstEnd, firstStart, followingEnd, type RowSpan, termsOf } from "./intervals.ts";
import { applyUnderrun, findBelow, findCrossed, type Underrun } from "./underruns.ts";
import { discardExpiry, keptCash, newRow, windowEnd } from "./values.ts";

/**
 * The balance as it is now: with the first row of a new contract, the rows since, and what was discarded. Everything
 * happens at the time it is due, so the result does not depend on when, or how often, somebody asks.
 */
export function catchUp(contract: BalanceContract, state: BalanceState, now: Date): BalanceState {
  return catchUpDraft(contract, state, wholeSecond(now));
}

export function catchUpDraft(contract: BalanceContract, state: BalanceState, now: Date): MutableBalance {
  const draft = draftOf(state);
  if (draft.rows.length === 0) openFirstRow(contract, draft);
  // No row made here has a top-up, so this one expiry holds for all of them.
  const expiry = discardExpiry(contract, draft, draft.package);
  for (let row = lastRow(draft); row.end !== null && row.end < now; row = lastRow(draft)) {
    const carried = keptCash(contract, draft, draft.package, row, expiry);
    openNextRow(contract, draft, row.end, carried, addSeconds(row.end, 1), (after) =>
      findCrossed(draft.package, row.cash_balance, after),
    );
  }
  emptyOpenRow(contract, draft, expiry, now);
  return draft;
}

/** Opens the row after one that ends, with its carried and free cash; underrun profiles start at `instant`. */
export function openNextRow(
  contract: BalanceContract,
  draft: MutableBalance,
  end: Date,
  carried: Amount,
  instant: Date,
  underrunOf: (cash: Amount) => Underrun,
): void {
  const start = addSeconds(end, 1);
  const terms = termsOf(draft.package, profileAt(contract, draft, start));
  openRow(contract, draft, { start, end: followingEnd(contract, terms, start) }, carried, instant, underrunOf);
}

function openFirstRow(contract: BalanceContract, draft: MutableBalance): void {
  const pkg = draft.package;
  // Without a package all contracts begin with the month, whatever their profile.
  const start = firstStart(contract, pkg?.balance_interval_start_mode ?? "1st");
  const terms = termsOf(pkg, profileAt(contract, draft, start));
  const initial = pkg ? amountFromCents(pkg.initial_balance) : zeroAmount;
  const span = { start, end: firstEnd(contract, terms, start) };
  openRow(contract, draft, span, initial, start, (cash) => findBelow(pkg, cash));
}

function openRow(
  contract: BalanceContract,
  draft: MutableBalance,
  span: RowSpan,
  carried: Amount,
  instant: Date,
  underrunOf: (cash: Amount) => Underrun,
): void {
  const make = (): BalanceRow => newRow(contract, profileAt(contract, draft, span.start), span, carried);
  draft.rows.push(make());
  if (!applyUnderrun(contract, draft, underrunOf(lastRow(draft).cash_balance), instant)) return;
  const { underrun_lock, underrun_profiles } = lastRow(draft);
  changeLastRow(draft, { ...make(), underrun_lock, underrun_profiles });
}

/** The next instant at which a row ends or an open-ended one is discarded; null: never by itself. */
export function dueAt(contract: BalanceContract, state: BalanceState): Date | null {
  const { end } = lastRow(state);
  return end ? addSeconds(end, 1) : discardedAt(contract, state, discardExpiry(contract, state, state.package));
}

/** The instant at which an open-ended row with cash is discarded. */
function discardedAt(contract: BalanceContract, state: BalanceState, expiry: Date | null): Date | null {
  const { package: pkg } = state;
  const row = lastRow(state);
  return row.cash_balance === 0n ? null : earlier(expiry, pkg && untimelySince(contract, pkg, row));
}

/** An open-ended row has no next one that cash could be kept for: it is discarded in place. */
function emptyOpenRow(contract: BalanceContract, draft: MutableBalance, expiry: Date | null, now: Date): void {
  const { package: pkg } = draft;
  const row = lastRow(draft);
  const due = row.end === null ? discardedAt(contract, draft, expiry) : null;
  if (due === null || now < due) return;
  changeLastRow(draft, { cash_balance: zeroAmount });
  applyUnderrun(contract, draft, findCrossed(pkg, row.cash_balance, zeroAmount), due);
}

function untimelySince(contract: BalanceContract, pkg: ProfilePackage, row: BalanceRow): Date | null {
  return pkg.carry_over_mode === "carry_over_timely" ? windowEnd(contract, pkg, row) : null;
}

function earlier(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}
