import { type Amount, zeroAmount } from "../../values/amount.ts";
import {
  type BalanceContract,
  type BalanceState,
  lastRow,
  openMappings,
  type ProfilePackage,
  profileAt,
} from "./balance.ts";
import { addSeconds, wholeSecond } from "./calendar.ts";
import { catchUp } from "./catchUp.ts";
import { charge, topUp } from "./events.ts";
import { plusInterval, termsOf } from "./intervals.ts";

/** The usage that a customer is assumed to have in each interval. */
export interface UsagePattern {
  /** Spent as far as there is cash for it. */
  readonly spending: Amount;
  /** Topped up in the last second of each interval; zero: never. */
  readonly topUp: Amount;
}

/** The balance after so many further intervals. Open-ended rows are played in steps of one interval. */
export function simulateIntervals(
  contract: BalanceContract,
  state: BalanceState,
  now: Date,
  habit: UsagePattern,
  count: number,
): BalanceState {
  let played = catchUp(contract, state, now);
  let from = wholeSecond(now);
  for (let interval = 0; interval < count; interval += 1) {
    const { start, end, cash_balance: cash } = lastRow(played);
    const terms = termsOf(played.package, profileAt(contract, played, start));
    const last = end ?? addSeconds(plusInterval(contract, terms, from), -1);
    const covered = cash < habit.spending ? cash : habit.spending;
    if (covered > 0n) played = charge(contract, played, last, { cost: covered, covered, free_time: 0 });
    if (habit.topUp > zeroAmount) {
      played = topUp(contract, played, last, { amount: habit.topUp, package: null }).state;
    }
    from = addSeconds(last, 1);
    played = catchUp(contract, played, from);
  }
  return played;
}

/** The first intervals of a contract that begins with a package. */
export function simulatePackage(
  contract: BalanceContract,
  pkg: ProfilePackage,
  habit: UsagePattern,
  count: number,
): BalanceState["rows"] {
  const { created } = contract;
  const state = { package: pkg, rows: [], mappings: openMappings(pkg, created), lock_level: null };
  return simulateIntervals(contract, state, created, habit, count).rows.slice(0, count);
}
