import type { BalanceRow, BalanceState, LockLevel, ProfileMapping } from "./balance.ts";

export interface BalanceChanges {
  readonly updated: readonly BalanceRow[];
  readonly added: readonly BalanceRow[];
  readonly mappings: readonly ProfileMapping[];
  /** Level for all subscribers, 0 unlocks them; null: no change. */
  readonly lock_level: LockLevel | null;
  /** Id of the new package, null: none any more; undefined: no change. */
  readonly package_id: number | null | undefined;
}

/** Compares a state with one that events made from it: rows and mappings are only appended or replaced in place. */
export function balanceChanges(before: BalanceState, after: BalanceState): BalanceChanges {
  const isSamePackage = before.package?.id === after.package?.id;
  return {
    updated: after.rows.slice(0, before.rows.length).filter((row, index) => row !== before.rows[index]),
    added: after.rows.slice(before.rows.length),
    mappings: after.mappings.slice(before.mappings.length),
    lock_level: after.lock_level === before.lock_level ? null : after.lock_level,
    package_id: isSamePackage ? undefined : (after.package?.id ?? null),
  };
}
