import { type Expression, type SqlBool, sql } from "kysely";
import type { PortedNumber } from "../../../core/telephony/callRouting/data.ts";
import type { BillingFee } from "../../../core/telephony/rating/billingFee.ts";
import type { FeeQuestion } from "../../../core/telephony/rating/feeQuestion.ts";
import type { OffPeakWindows } from "../../../core/telephony/rating/offPeak.ts";
import type { TariffProfile } from "../../../core/telephony/rating/tariff.ts";
import { toPlatformTime } from "../../../core/values/dateTime.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import { resourceExpressions } from "../../records/query/selectRows.ts";
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

const number = resourceExpressions<"lnpnumbers">();

/** In force on a day, `2026-01-31`. */
export function inForceOn(day: Expression<string>): Expression<SqlBool> {
  return number.and([
    number.or([number("table.start", "is", null), number("table.start", "<=", day)]),
    number.or([number("table.end", "is", null), number("table.end", ">=", day)]),
  ]);
}

/** The entry of a number among ported ones on the day of a call: of several, the one that started last. */
export async function loadPorted(
  { db }: Pick<ReadContext, "db">,
  number: string,
  instant: Date,
  zone: string,
): Promise<PortedNumber | null> {
  const [day = ""] = toPlatformTime(instant, zone).split(" ");
  const row = await db
    .selectFrom("lnpnumbers as table")
    .innerJoin("lnpcarriers", "lnpcarriers.id", "table.carrier_id")
    .select(["table.id", "table.number", "table.routing_number", "table.type"])
    .select(["lnpcarriers.id as carrier_id", "lnpcarriers.name", "lnpcarriers.prefix", "lnpcarriers.skip_rewrite"])
    .where("table.number", "=", number)
    .where(inForceOn(sql<string>`${day}`))
    .orderBy(sql`${sql.ref("table.start")} desc nulls last`)
    .orderBy("table.id")
    .limit(1)
    .executeTakeFirst();
  if (!row) return null;
  const { carrier_id: id, name, prefix, skip_rewrite, ...entry } = row;
  return { ...entry, carrier: { id, name, prefix, skip_rewrite: skip_rewrite ?? false } };
}

/** The same, as fees are looked up by it. */
export async function loadPortedEntry(
  context: Pick<ReadContext, "db">,
  number: string,
  start: Date,
  zone: string,
): Promise<NonNullable<FeeQuestion["ported"]> | null> {
  const ported = await loadPorted(context, number, start, zone);
  return ported && { carrierId: ported.carrier.id, numberType: ported.type };
}
