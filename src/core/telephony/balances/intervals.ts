import { wallTime } from "../../values/dateTime.ts";
import type {
  BalanceContract,
  BalanceProfile,
  BalanceRow,
  IntervalUnit,
  ProfilePackage,
  StartMode,
} from "./balance.ts";
import {
  addSeconds,
  addUnits,
  dayUnlessLast,
  lastAlike,
  nextDayOfMonth,
  startOfLocalDay,
  startOfMonth,
  wholeSecond,
} from "./calendar.ts";

export interface IntervalTerms {
  readonly mode: StartMode;
  readonly unit: IntervalUnit;
  readonly value: number;
}

/** Start and last second of a row. */
export type RowSpan = Pick<BalanceRow, "start" | "end">;

/** The terms of a package; without one, of the profile in force. */
export function termsOf(pkg: ProfilePackage | null, profile: BalanceProfile): IntervalTerms {
  if (pkg) return packageTerms(pkg);
  return { mode: "1st", unit: profile.interval_unit ?? "month", value: profile.interval_count ?? 1 };
}

export function packageTerms(pkg: ProfilePackage): IntervalTerms {
  return {
    mode: pkg.balance_interval_start_mode,
    unit: pkg.balance_interval_unit,
    value: pkg.balance_interval_value,
  };
}

/** Whether intervals start with a top-up, so that rows may be open-ended. */
export function startsWithTopUp(mode: StartMode): boolean {
  return mode === "topup" || mode === "topup_interval";
}

export function firstStart(contract: BalanceContract, mode: StartMode): Date {
  if (startsWithTopUp(mode)) return wholeSecond(contract.created);
  return isByMonth(mode)
    ? startOfMonth(contract.created, zoneOf(contract, mode))
    : startOfLocalDay(contract.created, zoneOf(contract, mode));
}

/** Last second of the first row, null: open-ended. */
export function firstEnd(contract: BalanceContract, terms: IntervalTerms, start: Date): Date | null {
  return startsWithTopUp(terms.mode) ? null : followingEnd(contract, terms, start);
}

/** Last second of a later row, null: open-ended. */
export function followingEnd(contract: BalanceContract, terms: IntervalTerms, start: Date): Date | null {
  if (terms.mode === "topup") return null;
  const next = plusInterval(contract, terms, start);
  if (next <= start) throw new RangeError(`Not an interval: ${terms.value} ${terms.unit}`);
  return lastAlike(addSeconds(next, -1), contract.serverZone);
}

/** Start plus one interval, or plus another number of its units. */
export function plusInterval(contract: BalanceContract, terms: IntervalTerms, start: Date, value = terms.value): Date {
  return addUnits(start, terms.unit, value, contract.serverZone, highestDay(contract, terms));
}

/** Last second of the row in force when the package changes to another mode, or a top-up ends the row. */
export function resizedEnd(contract: BalanceContract, mode: StartMode, instant: Date, isTopUp: boolean): Date | null {
  if (mode === "topup" || (mode === "topup_interval" && isTopUp)) return instant;
  if (mode === "topup_interval") return null;
  const zone = zoneOf(contract, mode);
  const next = isByMonth(mode)
    ? startOfMonth(instant, zone, 1)
    : nextDayOfMonth(instant, wallTime(contract.created, zone).day, zone);
  return addSeconds(next, -1);
}

/** Seconds of a row for which free cash and free time are given: fewer than all in the row of the creation. */
export function freeShare(
  contract: Pick<BalanceContract, "created" | "serverZone">,
  { start, end }: RowSpan,
): { part: number; whole: number } {
  const created = wholeSecond(contract.created);
  if (end === null || created < start || created > end) return { part: 1, whole: 1 };
  const next = addSeconds(end, 1).getTime();
  const midnight = startOfLocalDay(created, contract.serverZone);
  const from = midnight > start ? midnight : created;
  return { part: (next - from.getTime()) / 1000, whole: (next - start.getTime()) / 1000 };
}

/**
 * Months that begin on the day of creation end on their last day if they have no such day, and return to the day
 * afterwards. Created on the last day of a month, they all begin on their last day.
 */
function highestDay(contract: BalanceContract, { mode, unit }: IntervalTerms): number | null {
  const isByDay = unit === "month" && (mode === "create" || mode === "create_tz");
  return isByDay ? dayUnlessLast(firstStart(contract, mode), contract.serverZone) : null;
}

function isByMonth(mode: StartMode): boolean {
  return mode === "1st" || mode === "1st_tz";
}

function zoneOf({ zone, serverZone }: BalanceContract, mode: StartMode): string {
  return mode === "1st_tz" || mode === "create_tz" ? zone : serverZone;
}
