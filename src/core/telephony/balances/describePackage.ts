import type { BalanceProfile, IntervalUnit, PackageProfile, ProfilePackage } from "./balance.ts";

/** A sentence about a package: the key of its text, and what that text needs; cents and seconds as in the API. */
export interface PackageSentence {
  readonly key: string;
  readonly unit?: IntervalUnit;
  readonly value?: number;
  readonly cents?: number;
  readonly seconds?: number;
  readonly level?: number;
  readonly profiles?: readonly PackageProfile[];
}

/** A package in sentences, in the order in which they are read; `free` is what its last initial profile gives. */
export function packageSentences(pkg: ProfilePackage, free: BalanceProfile | null): PackageSentence[] {
  const { balance_interval_unit: unit, balance_interval_start_mode: mode, carry_over_mode: carried } = pkg;
  const { timely_duration_unit: timelyUnit, timely_duration_value: timelyValue } = pkg;
  const { underrun_lock_threshold: locked, underrun_lock_level: lockLevel, topup_lock_level: topUpLevel } = pkg;
  const { notopup_discard_intervals: discarded, underrun_profile_threshold: changed } = pkg;
  const { interval_free_cash: cash = 0, interval_free_time: seconds = 0 } = free ?? {};
  const when = (condition: unknown, sentence: PackageSentence) => (condition ? [sentence] : []);
  const timely = timelyUnit && timelyValue ? [{ key: carried, unit: timelyUnit, value: timelyValue }] : [];
  return [
    mode === "topup" ? { key: mode } : { key: mode, unit, value: pkg.balance_interval_value },
    ...when(pkg.initial_balance !== 0, { key: "initialBalance", cents: pkg.initial_balance }),
    ...when(cash > 0 || seconds > 0, { key: "free", cents: cash, seconds }),
    ...(carried === "carry_over_timely" ? timely : [{ key: carried }]),
    ...(discarded ? [{ key: "discardWithoutTopUp", unit, value: discarded }] : []),
    ...(typeof locked === "number" && typeof lockLevel === "number"
      ? [{ key: "underrunLock", cents: locked, level: lockLevel }]
      : []),
    ...(typeof changed === "number" && pkg.underrun_profiles.length > 0
      ? [{ key: "underrunProfiles", cents: changed, profiles: pkg.underrun_profiles }]
      : []),
    ...when(pkg.service_charge !== 0, { key: "serviceCharge", cents: pkg.service_charge }),
    ...when(pkg.topup_profiles.length > 0, { key: "topUpProfiles", profiles: pkg.topup_profiles }),
    ...(typeof topUpLevel !== "number"
      ? []
      : [topUpLevel === 0 ? { key: "topUpUnlock" } : { key: "topUpLock", level: topUpLevel }]),
  ];
}
