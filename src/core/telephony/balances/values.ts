import {
  type Amount,
  addAmounts,
  amountFromCents,
  proRata,
  type Rounding,
  subtractAmounts,
  zeroAmount,
} from "../../values/amount.ts";
import {
  type BalanceContract,
  type BalanceProfile,
  type BalanceRow,
  type BalanceState,
  type ProfilePackage,
  profileAt,
} from "./balance.ts";
import { addSeconds, addUnits } from "./calendar.ts";
import { freeShare, packageTerms, plusInterval, type RowSpan } from "./intervals.ts";

/** To ten-thousandths of a cent. */
const shareRounding: Rounding = { decimals: 4, half: "up" };

export function freeCash(contract: BalanceContract, profile: BalanceProfile, span: RowSpan): Amount {
  const { part, whole } = freeShare(contract, span);
  return proRata(amountFromCents(profile.interval_free_cash), part, whole, shareRounding);
}

/** Free time of a row, in whole seconds. */
export function freeTime(contract: BalanceContract, profile: BalanceProfile, span: RowSpan): number {
  const { part, whole } = freeShare(contract, span);
  return Math.round((profile.interval_free_time * part) / whole);
}

/** A row with what was kept and what its profile gives for free. Free time is never kept. */
export function newRow(contract: BalanceContract, profile: BalanceProfile, span: RowSpan, carried: Amount): BalanceRow {
  const cash = addAmounts(carried, freeCash(contract, profile, span));
  const time = freeTime(contract, profile, span);
  return {
    start: span.start,
    end: span.end,
    cash_balance: cash,
    initial_cash_balance: cash,
    cash_balance_interval: zeroAmount,
    free_time_balance: time,
    initial_free_time_balance: time,
    free_time_balance_interval: 0,
    topup_count: 0,
    timely_topup_count: 0,
    underrun_profiles: null,
    underrun_lock: null,
  };
}

/** Cash that the next row begins with: none, or all but free cash that was not spent. */
export function keptCash(
  contract: BalanceContract,
  state: BalanceState,
  pkg: ProfilePackage | null,
  row: BalanceRow,
  expiry: Date | null,
): Amount {
  if (row.end === null || (expiry !== null && addSeconds(row.end, 1) >= expiry)) return zeroAmount;
  if (pkg?.carry_over_mode === "discard") return zeroAmount;
  if (pkg?.carry_over_mode === "carry_over_timely" && row.timely_topup_count === 0) return zeroAmount;
  const free = freeCash(contract, profileAt(contract, state, row.start), row);
  const unspent = subtractAmounts(free, row.cash_balance_interval);
  return unspent > 0n ? subtractAmounts(row.cash_balance, unspent) : row.cash_balance;
}

/** From when on cash is discarded unless there is a top-up; null: never. */
export function discardExpiry(
  contract: BalanceContract,
  { rows }: Pick<BalanceState, "rows">,
  pkg: ProfilePackage | null,
): Date | null {
  const row = rows.findLast(({ topup_count }) => topup_count > 0) ?? rows[0];
  if (!pkg?.notopup_discard_intervals || !row) return null;
  const start = row.end === null ? row.start : addSeconds(row.end, 1);
  return plusInterval(contract, packageTerms(pkg), start, pkg.notopup_discard_intervals);
}

/** Start and last second of the time in which a top-up keeps the balance of a row; null if its package has none. */
export function timelyRange(
  contract: BalanceContract,
  pkg: ProfilePackage | null,
  row: RowSpan,
): { readonly start: Date; readonly end: Date } | null {
  if (!pkg?.timely_duration_unit || !pkg.timely_duration_value) return null;
  const next = windowEnd(contract, pkg, row);
  const from = addUnits(next, pkg.timely_duration_unit, -pkg.timely_duration_value, contract.serverZone);
  return { start: from < row.start ? row.start : from, end: addSeconds(next, -1) };
}

/** The instant after a row; of open-ended rows, after one interval. */
export function windowEnd(contract: BalanceContract, pkg: ProfilePackage, row: RowSpan): Date {
  return row.end === null ? plusInterval(contract, packageTerms(pkg), row.start) : addSeconds(row.end, 1);
}
