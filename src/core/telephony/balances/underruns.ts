import { type Amount, amountFromCents } from "../../values/amount.ts";
import {
  addProfiles,
  type BalanceContract,
  type BalanceState,
  changeLastRow,
  type LockLevel,
  lastRow,
  type MutableBalance,
  type PackageThreshold,
  type ProfilePackage,
} from "./balance.ts";

/** Thresholds that a balance is below. */
export interface Underrun {
  readonly lock: boolean;
  readonly profiles: boolean;
}

/** Thresholds between the cash before and after: at or above it, then below. */
export function findCrossed(pkg: ProfilePackage | null, before: Amount, after: Amount): Underrun {
  const falls = (threshold: PackageThreshold) => isBelow(pkg, threshold, after) && !isBelow(pkg, threshold, before);
  return { lock: falls("underrun_lock_threshold"), profiles: falls("underrun_profile_threshold") };
}

/**
 * Thresholds that the cash is below and that the package has newly or higher than the one before. A top-up that adds
 * profiles is checked for underrun profiles in any case, as it would replace them otherwise.
 */
export function findRaised(
  pkg: ProfilePackage | null,
  previous: ProfilePackage | null,
  cash: Amount,
  addsProfiles: boolean,
): Underrun {
  const isHigher = (threshold: PackageThreshold) =>
    (pkg?.[threshold] ?? -Infinity) > (previous?.[threshold] ?? -Infinity);
  const lock = "underrun_lock_threshold";
  const profiles = "underrun_profile_threshold";
  return {
    lock: isHigher(lock) && isBelow(pkg, lock, cash),
    profiles: (addsProfiles || isHigher(profiles)) && isBelow(pkg, profiles, cash),
  };
}

export function mergeUnderruns(a: Underrun, b: Underrun): Underrun {
  return { lock: a.lock || b.lock, profiles: a.profiles || b.profiles };
}

/** Locks, and adds the underrun profiles; returns whether there were any. The last row keeps when. */
export function applyUnderrun(
  contract: BalanceContract,
  draft: MutableBalance,
  { lock, profiles }: Underrun,
  instant: Date,
): boolean {
  const pkg = draft.package;
  const moment = instant < contract.created ? contract.created : instant;
  if (lock && typeof pkg?.underrun_lock_level === "number") {
    draft.lock_level = pkg.underrun_lock_level;
    changeLastRow(draft, { underrun_lock: moment });
  }
  if (!profiles || !pkg || !addProfiles(contract, draft, pkg.underrun_profiles, instant)) return false;
  changeLastRow(draft, { underrun_profiles: moment });
  return true;
}

/** Thresholds that the first balance of a contract is below; nothing has to be crossed. */
export function findBelow(pkg: ProfilePackage | null, cash: Amount): Underrun {
  return findRaised(pkg, null, cash, false);
}

/** Lock level that a new subscriber is given, null: none. */
export function lockLevelOf(state: BalanceState): LockLevel | null {
  const isLow = findBelow(state.package, lastRow(state).cash_balance).lock;
  return isLow ? (state.package?.underrun_lock_level ?? null) : null;
}

function isBelow(pkg: ProfilePackage | null, threshold: PackageThreshold, cash: Amount): boolean {
  const cents = pkg?.[threshold];
  return typeof cents === "number" && cash < amountFromCents(cents);
}
