import { type Amount, amountFromCents } from "../../values/amount.ts";
import {
  addProfiles,
  type BalanceContract,
  type BalanceState,
  changeLastRow,
  type LockLevel,
  lastRow,
  type MutableBalance,
  type ProfilePackage,
} from "./balance.ts";

/** Which thresholds a balance is found below. */
export interface Underrun {
  readonly lock: boolean;
  readonly profiles: boolean;
}

type Threshold = "underrun_lock_threshold" | "underrun_profile_threshold";

/** Thresholds between the cash before and after: at or above it, then below. */
export function crossed(held: ProfilePackage | null, before: Amount, after: Amount): Underrun {
  const falls = (threshold: Threshold) => isBelow(held, threshold, after) && !isBelow(held, threshold, before);
  return { lock: falls("underrun_lock_threshold"), profiles: falls("underrun_profile_threshold") };
}

/**
 * Thresholds that the cash is below and that the package has newly or higher than the one before. A top-up that adds
 * profiles is checked for underrun profiles in any case, as it would replace them otherwise.
 */
export function raised(
  held: ProfilePackage | null,
  previous: ProfilePackage | null,
  cash: Amount,
  addsProfiles: boolean,
): Underrun {
  const isHigher = (threshold: Threshold) => (held?.[threshold] ?? -Infinity) > (previous?.[threshold] ?? -Infinity);
  const lock = "underrun_lock_threshold";
  const profiles = "underrun_profile_threshold";
  return {
    lock: isHigher(lock) && isBelow(held, lock, cash),
    profiles: (addsProfiles || isHigher(profiles)) && isBelow(held, profiles, cash),
  };
}

export function either(one: Underrun, other: Underrun): Underrun {
  return { lock: one.lock || other.lock, profiles: one.profiles || other.profiles };
}

/** Locks, and adds the underrun profiles; returns whether there were any. The last row keeps when. */
export function applyUnderrun(
  contract: BalanceContract,
  draft: MutableBalance,
  { lock, profiles }: Underrun,
  at: Date,
): boolean {
  const held = draft.package;
  const moment = at < contract.created ? contract.created : at;
  if (lock && typeof held?.underrun_lock_level === "number") {
    draft.lock_level = held.underrun_lock_level;
    changeLastRow(draft, { underrun_lock: moment });
  }
  if (!profiles || !held || !addProfiles(contract, draft, held.underrun_profiles, at)) return false;
  changeLastRow(draft, { underrun_profiles: moment });
  return true;
}

/** Thresholds that the first balance of a contract is below; nothing has to be crossed. */
export function below(held: ProfilePackage | null, cash: Amount): Underrun {
  return raised(held, null, cash, false);
}

/** Lock level that a new subscriber is given, null: none. */
export function lockLevelOf(state: BalanceState): LockLevel | null {
  const isLow = below(state.package, lastRow(state).cash_balance).lock;
  return isLow ? (state.package?.underrun_lock_level ?? null) : null;
}

function isBelow(held: ProfilePackage | null, threshold: Threshold, cash: Amount): boolean {
  const cents = held?.[threshold];
  return typeof cents === "number" && cash < amountFromCents(cents);
}
