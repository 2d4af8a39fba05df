import type { Draft } from "./draft.ts";
import type { Market } from "./markets.ts";

/** A reseller's billing profiles by purpose. */
export interface TenantProfiles {
  readonly business: number;
  readonly residential: number;
  readonly prepaid: number;
}

/** Off-peak times: weekends, and evenings of working days. */
const offPeak = [
  ...[0, 1, 2, 3, 4].flatMap((weekday) => [
    { weekday, start: "00:00:00", stop: "06:59:59" },
    { weekday, start: "19:00:00", stop: "23:59:59" },
  ]),
  { weekday: 5, start: "00:00:00", stop: "23:59:59" },
  { weekday: 6, start: "00:00:00", stop: "23:59:59" },
];

/** Common values of all profiles; amounts in cents, times in seconds. */
export const plainProfile = {
  currency: "EUR",
  ignore_domain: false,
  prepaid: false,
  prepaid_library: null as string | null,
  advice_of_charge: false,
  interval_charge: 0,
  interval_free_time: 0,
  interval_free_cash: 0,
  fraud_interval_limit: null as number | null,
  fraud_interval_lock: 0,
  fraud_interval_notify: null as string | null,
  fraud_daily_limit: null as number | null,
  fraud_daily_lock: 0,
  fraud_daily_notify: null as string | null,
  fraud_use_reseller_rates: false,
  peaktime_weekdays: null as typeof offPeak | null,
  peaktime_special: null as { start: string; stop: string }[] | null,
  status: "active",
};

/** The tariffs of a reseller: business with a monthly charge, residential, and prepaid. */
export function addProfiles(draft: Draft, resellerId: number, { currency, country }: Market): TenantProfiles {
  const fraudDesk = `fraud-${country.toLowerCase()}@platform.example`;
  const base = { reseller_id: resellerId, ...plainProfile, currency };
  return {
    business: draft.add("billingprofiles", {
      ...base,
      handle: "business-2000",
      name: "Business 2000 minutes",
      interval_charge: 2490,
      interval_free_time: 120_000,
      fraud_interval_limit: 50_000,
      fraud_interval_lock: 2,
      fraud_interval_notify: fraudDesk,
      fraud_daily_limit: 10_000,
      fraud_daily_lock: 1,
      fraud_daily_notify: fraudDesk,
      peaktime_weekdays: offPeak,
      peaktime_special: [{ start: "2026-12-24T12:00:00Z", stop: "2026-12-26T23:59:59Z" }],
    }),
    residential: draft.add("billingprofiles", {
      ...base,
      handle: "home-300",
      name: "Home 300 minutes",
      interval_charge: 990,
      interval_free_time: 18_000,
      interval_free_cash: 200,
      fraud_interval_limit: 10_000,
      fraud_interval_lock: 2,
      peaktime_weekdays: offPeak,
    }),
    prepaid: draft.add("billingprofiles", {
      ...base,
      handle: "pay-ahead",
      name: "Pay ahead",
      prepaid: true,
      prepaid_library: "libswrate",
      advice_of_charge: true,
    }),
  };
}
