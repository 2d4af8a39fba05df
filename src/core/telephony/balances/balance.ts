import type { Stored } from "../../schema/stored.ts";
import type { Amount } from "../../values/amount.ts";
import { type HeldInterval, inForceAt } from "../billingPeriods.ts";

export const intervalUnits = ["minute", "hour", "day", "week", "month"] as const;
export type IntervalUnit = (typeof intervalUnits)[number];
export const startModes = ["1st", "1st_tz", "create", "create_tz", "topup_interval", "topup"] as const;
export type StartMode = (typeof startModes)[number];
export const carryOverModes = ["carry_over", "carry_over_timely", "discard"] as const;
export type CarryOverMode = (typeof carryOverModes)[number];
export const lockLevels = [0, 1, 2, 3, 4, 5] as const;
export type LockLevel = (typeof lockLevels)[number];

/** A profile that a package gives to its contracts, perhaps in one network only. */
export interface PackageProfile {
  readonly profile_id: number;
  readonly network_id?: number | null;
}

/** A profile package as in the API; money in cents. */
export interface ProfilePackage
  extends Stored<
    "profilepackages",
    | "id"
    | "initial_balance"
    | "service_charge"
    | `balance_interval_${"unit" | "value" | "start_mode"}`
    | "carry_over_mode",
    `timely_duration_${"unit" | "value"}` | "notopup_discard_intervals" | PackageThreshold | PackageLockLevel
  > {
  readonly initial_profiles: readonly PackageProfile[];
  readonly topup_profiles: readonly PackageProfile[];
  readonly underrun_profiles: readonly PackageProfile[];
}

export type PackageThreshold = "underrun_lock_threshold" | "underrun_profile_threshold";
/** Null: keep the level; 0: none. */
type PackageLockLevel = "underrun_lock_level" | "topup_lock_level";

/** The package of a record or a stored row, which may leave out amounts and lists. */
export function toPackage(record: Readonly<Record<string, unknown>>): ProfilePackage {
  const listOf = (value: unknown) => (Array.isArray(value) ? value : []);
  return {
    ...(record as typeof record & ProfilePackage),
    initial_balance: Number(record.initial_balance ?? 0),
    service_charge: Number(record.service_charge ?? 0),
    initial_profiles: listOf(record.initial_profiles),
    topup_profiles: listOf(record.topup_profiles),
    underrun_profiles: listOf(record.underrun_profiles),
  };
}

/** Members of a billing profile that balances need; money in cents. */
export interface BalanceProfile {
  readonly id: number;
  readonly interval_free_cash: number;
  readonly interval_free_time: number;
  /** Interval of contracts without a package, a month by default. */
  readonly interval_unit?: IntervalUnit | null;
  readonly interval_count?: number | null;
}

export interface ProfileMapping extends HeldInterval {
  readonly profile_id: number;
  readonly network_id: number | null;
}

/** Members of a contract that stay the same while its balance changes. */
export interface BalanceContract {
  readonly created: Date;
  /** Time zone of the contract's contact. */
  readonly zone: string;
  /** Rows begin and end by its calendar. */
  readonly serverZone: string;
  profileOf(id: number): BalanceProfile;
}

/** A balance interval of a contract. Instants are whole seconds. */
export interface BalanceRow {
  /** Only stored rows have one. */
  readonly id?: number;
  readonly start: Date;
  /** Its last second; null: open-ended. */
  readonly end: Date | null;
  readonly cash_balance: Amount;
  readonly initial_cash_balance: Amount;
  /** Spent. */
  readonly cash_balance_interval: Amount;
  readonly free_time_balance: number;
  readonly initial_free_time_balance: number;
  /** Spent. */
  readonly free_time_balance_interval: number;
  readonly topup_count: number;
  readonly timely_topup_count: number;
  readonly underrun_profiles: Date | null;
  readonly underrun_lock: Date | null;
}

/**
 * The state that the events of a balance change. Of a long history, three rows are enough: the last with a top-up (or
 * the first of all), the one after it, and the last.
 */
export interface BalanceState {
  /** Null without a package, and for contracts that belong to no reseller. */
  readonly package: ProfilePackage | null;
  readonly rows: readonly BalanceRow[];
  readonly mappings: readonly ProfileMapping[];
  /** Lock level that all subscribers were given last, 0 unlocks them; null, with which callers start: none yet. */
  readonly lock_level: LockLevel | null;
}

/** A new contract has the profiles of its package from the beginning. */
export function openMappings({ initial_profiles }: ProfilePackage, created: Date): ProfileMapping[] {
  return initial_profiles.map(({ profile_id, network_id = null }) => ({
    profile_id,
    network_id,
    start: null,
    stop: null,
    effective: created,
  }));
}

/** A state in the making: events copy the state they are given once and change the copy. */
export interface MutableBalance {
  package: ProfilePackage | null;
  rows: BalanceRow[];
  mappings: ProfileMapping[];
  lock_level: LockLevel | null;
}

export function draftOf(state: BalanceState): MutableBalance {
  return { ...state, rows: [...state.rows], mappings: [...state.mappings] };
}

/** The row in force, or the one that a top-up in this second has opened. */
export function lastRow(state: BalanceState): BalanceRow {
  const row = state.rows.at(-1);
  if (!row) throw new Error("A contract that was caught up has a row");
  return row;
}

export function changeLastRow(draft: MutableBalance, changes: Partial<BalanceRow>): void {
  draft.rows[draft.rows.length - 1] = { ...lastRow(draft), ...changes };
}

/** The profile in force; of several that start at once, the last one, also if it is for one network only. */
export function profileAt(contract: BalanceContract, state: BalanceState, instant: Date): BalanceProfile {
  const mapping = inForceAt(state.mappings, instant);
  if (!mapping) throw new Error(`No billing profile at ${instant.toISOString()}`);
  return contract.profileOf(mapping.profile_id);
}

/** Appends profiles that start at an instant, and returns whether there were any. */
export function addProfiles(
  contract: BalanceContract,
  draft: MutableBalance,
  profiles: readonly PackageProfile[],
  start: Date,
): boolean {
  // The first profiles of a contract take effect when it is created, and a first interval may start before.
  const effective = start < contract.created ? contract.created : start;
  for (const { profile_id, network_id = null } of profiles) {
    draft.mappings.push({ profile_id, network_id, start, stop: null, effective });
  }
  return profiles.length > 0;
}
