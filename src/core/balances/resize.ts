import { type Amount, addAmounts, subtractAmounts, zeroAmount } from "../amount.ts";
import {
  type BalanceContract,
  type BalanceRow,
  changeLastRow,
  type Draft,
  lastRow,
  type ProfilePackage,
  profileAt,
} from "./balance.ts";
import { openNextRow } from "./catchUp.ts";
import { resizedEnd, startsWithTopUp } from "./intervals.ts";
import { applyUnderrun, crossed, either, raised } from "./underruns.ts";
import { discardExpiry, freeCash, freeTime, keptCash } from "./values.ts";

/** What a top-up brings along. */
interface Added {
  readonly net: Amount;
  readonly addsProfiles: boolean;
}

/**
 * After the draft was given its new package: the row in force ends when the new one wants it to, a top-up that starts
 * an interval opens the next row, and thresholds that are new or higher are checked.
 */
export function changeTerms(
  contract: BalanceContract,
  draft: Draft,
  previous: ProfilePackage | null,
  at: Date,
  topUp: Added | null,
): void {
  const { package: held } = draft;
  const row = lastRow(draft);
  const { net, addsProfiles } = topUp ?? { net: zeroAmount, addsProfiles: false };
  const mode = held?.balance_interval_start_mode ?? "1st";
  const isResized = resizes(previous, held, row, at, topUp !== null);
  // A row that a top-up in this second has opened ends in the next second at the earliest.
  if (isResized) resize(contract, draft, resizedEnd(contract, mode, row.start > at ? row.start : at, topUp !== null));
  const resized = lastRow(draft);
  if (isResized && topUp && startsWithTopUp(mode) && resized.end !== null) {
    const kept = keptCash(contract, draft, previous, resized, discardExpiry(contract, draft, previous));
    openNextRow(contract, draft, resized.end, kept, at, (cash) => {
      const after = addAmounts(cash, net);
      return either(crossed(held, resized.cash_balance, after), raised(held, previous, after, addsProfiles));
    });
    return;
  }
  applyUnderrun(contract, draft, raised(held, previous, addAmounts(resized.cash_balance, net), addsProfiles), at);
}

function resizes(
  previous: ProfilePackage | null,
  held: ProfilePackage | null,
  row: BalanceRow,
  at: Date,
  isTopUp: boolean,
): boolean {
  const before = previous?.balance_interval_start_mode ?? "1st";
  const after = held?.balance_interval_start_mode ?? "1st";
  if (before !== after) return true;
  if (previous?.id !== held?.id && (before === "1st_tz" || before === "create_tz")) return true;
  if (!isTopUp) return false;
  return (after === "topup" && row.start <= at) || (after === "topup_interval" && row.end === null);
}

/** Free cash and free time of the row of the creation follow its length. */
function resize(contract: BalanceContract, draft: Draft, end: Date | null): void {
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
