import type { BalanceProfile, IntervalUnit, PackageProfile, ProfilePackage } from "./balance.ts";

/** Parts of a sentence; cents and seconds as in the API. */
interface Span {
  readonly unit: IntervalUnit;
  readonly value: number;
}

/** A sentence about a package: its key, and what the text of that key needs. */
export type PackageSentence =
  | (Span & { readonly key: "1st" | "1st_tz" | "create" | "create_tz" | "topup_interval" })
  | { readonly key: "topup" }
  | { readonly key: "initialBalance" | "serviceCharge"; readonly cents: number }
  | { readonly key: "free"; readonly cents: number; readonly seconds: number }
  | { readonly key: "carry_over" | "discard" }
  | (Span & { readonly key: "carry_over_timely" | "discardWithoutTopUp" })
  | { readonly key: "underrunLock"; readonly cents: number; readonly level: number }
  | { readonly key: "underrunProfiles"; readonly cents: number; readonly profiles: readonly PackageProfile[] }
  | { readonly key: "topUpProfiles"; readonly profiles: readonly PackageProfile[] }
  | { readonly key: "topUpLock"; readonly level: number }
  | { readonly key: "topUpUnlock" };

/** A package in sentences, in the order in which they are read; `free` is what its last initial profile gives. */
export function packageSentences(pkg: ProfilePackage, free: BalanceProfile | null): PackageSentence[] {
  return [...intervalSentences(pkg, free), ...carryOverSentences(pkg), ...underrunSentences(pkg), ...topUps(pkg)];
}

function intervalSentences(pkg: ProfilePackage, free: BalanceProfile | null): PackageSentence[] {
  const mode = pkg.balance_interval_start_mode;
  const sentences: PackageSentence[] = [mode === "topup" ? { key: mode } : { key: mode, ...interval(pkg) }];
  if (pkg.initial_balance !== 0) sentences.push({ key: "initialBalance", cents: pkg.initial_balance });
  if (free && (free.interval_free_cash > 0 || free.interval_free_time > 0)) {
    sentences.push({ key: "free", cents: free.interval_free_cash, seconds: free.interval_free_time });
  }
  return sentences;
}

function carryOverSentences(pkg: ProfilePackage): PackageSentence[] {
  const { carry_over_mode: mode, timely_duration_unit: unit, timely_duration_value: value } = pkg;
  const sentences: PackageSentence[] = [];
  if (mode !== "carry_over_timely") sentences.push({ key: mode });
  else if (unit && value) sentences.push({ key: mode, unit, value });
  const discarded = pkg.notopup_discard_intervals;
  if (discarded) sentences.push({ key: "discardWithoutTopUp", unit: pkg.balance_interval_unit, value: discarded });
  return sentences;
}

function underrunSentences(pkg: ProfilePackage): PackageSentence[] {
  const { underrun_lock_threshold: locked, underrun_lock_level: level, underrun_profile_threshold: changed } = pkg;
  const sentences: PackageSentence[] = [];
  if (typeof locked === "number" && typeof level === "number") {
    sentences.push({ key: "underrunLock", cents: locked, level });
  }
  if (typeof changed === "number" && pkg.underrun_profiles.length > 0) {
    sentences.push({ key: "underrunProfiles", cents: changed, profiles: pkg.underrun_profiles });
  }
  return sentences;
}

function topUps(pkg: ProfilePackage): PackageSentence[] {
  const { service_charge: cents, topup_profiles: profiles, topup_lock_level: level } = pkg;
  const sentences: PackageSentence[] = [];
  if (cents !== 0) sentences.push({ key: "serviceCharge", cents });
  if (profiles.length > 0) sentences.push({ key: "topUpProfiles", profiles });
  if (typeof level === "number") sentences.push(level === 0 ? { key: "topUpUnlock" } : { key: "topUpLock", level });
  return sentences;
}

function interval(pkg: ProfilePackage): Span {
  return { unit: pkg.balance_interval_unit, value: pkg.balance_interval_value };
}
