import type { BillingFee } from "../../../core/telephony/rating/billingFee.ts";
import type { OffPeakWindows } from "../../../core/telephony/rating/offPeak.ts";
import type { TariffProfile } from "../../../core/telephony/rating/tariff.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";

/** A stored fee as rating reads it, and its zone. */
export interface StoredFee extends BillingFee {
  readonly billing_zone_id: number;
}

/** A stored billing profile with its fees, as `new Tariff` takes them: plain data. */
export interface LoadedTariff {
  readonly profile: TariffProfile;
  readonly fees: readonly StoredFee[];
  /** In which off-peak times are read. */
  readonly zone: string;
}

export async function loadTariff(
  { db }: Pick<ReadContext, "db">,
  profile: Row<"billingprofiles">,
  zone: string,
): Promise<LoadedTariff> {
  const rows = await db.selectFrom("billingfees").selectAll().where("billing_profile_id", "=", profile.id).execute();
  const { ignore_domain, prepaid } = profile;
  const windows: OffPeakWindows = {
    peaktime_weekdays: toJsonArray(profile.peaktime_weekdays),
    peaktime_special: toJsonArray(profile.peaktime_special),
  };
  return { profile: { ignore_domain, prepaid, ...windows }, fees: rows.map(toFee), zone };
}

/** Columns that are null in the database only, as their fields have defaults. */
type Preset = "match_mode" | "direction" | `${"onpeak" | "offpeak"}_${"init" | "follow"}_interval`;
type FeeRow = Omit<StoredFee, Preset> & { readonly [Column in Preset]?: StoredFee[Column] | null };

export function toFee(row: FeeRow): StoredFee {
  return {
    ...row,
    match_mode: row.match_mode ?? "regex_longest_pattern",
    direction: row.direction ?? "out",
    onpeak_init_interval: row.onpeak_init_interval ?? 1,
    onpeak_follow_interval: row.onpeak_follow_interval ?? 1,
    offpeak_init_interval: row.offpeak_init_interval ?? 1,
    offpeak_follow_interval: row.offpeak_follow_interval ?? 1,
  };
}
