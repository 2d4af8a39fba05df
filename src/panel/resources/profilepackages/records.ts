import type { BalanceProfile, ProfilePackage } from "../../../core/telephony/balances/balance.ts";
import type { RecordOf } from "../../providers/rest.ts";

/** Records that a package refers to; without those that could not be read. */
export type RecordsById<Resource extends "billingprofiles" | "billingnetworks"> = ReadonlyMap<
  number,
  RecordOf<Resource>
>;
type Profiles = RecordsById<"billingprofiles">;

/** The billing profile that holds at first: the last of those that start together. */
export function firstProfileId({ initial_profiles }: ProfilePackage): number {
  return initial_profiles.at(-1)?.profile_id ?? 0;
}

/** Returns what the profile gives for free. */
export function toBalanceProfile(id: number, profiles: Profiles): BalanceProfile {
  const profile = profiles.get(id);
  return {
    id,
    interval_free_cash: profile?.interval_free_cash ?? 0,
    interval_free_time: profile?.interval_free_time ?? 0,
  };
}

/** Returns the currency of the profile that holds at first, as packages have none of their own. */
export function packageCurrency(profilePackage: ProfilePackage, profiles: Profiles): string | null {
  return profiles.get(firstProfileId(profilePackage))?.currency ?? null;
}
