import type { Draft } from "./draft.ts";
import type { Tenant } from "./tenants.ts";

/** A zone of every tariff: which numbers of the own country belong to it, and the price of a second in cents. */
interface SeedZone {
  readonly zone: string;
  readonly detail: string | null;
  /** Pattern of the called number; the country code stands for `cc`. */
  readonly pattern: string;
  readonly onpeak: number;
  readonly offpeak: number;
  readonly isFree?: true;
}

const zones: readonly SeedZone[] = [
  { zone: "National", detail: "Landline", pattern: "^cc[1-9]", onpeak: 0.05, offpeak: 0.025, isFree: true },
  { zone: "National", detail: "Mobile", pattern: "^cc(?:7|15|16|17)", onpeak: 0.2, offpeak: 0.15, isFree: true },
  { zone: "Freephone", detail: null, pattern: "^cc80[08]", onpeak: 0, offpeak: 0 },
  { zone: "International", detail: "Neighbouring countries", pattern: "^(?:33|39|43|52)", onpeak: 0.35, offpeak: 0.3 },
  { zone: "International", detail: "World", pattern: "^[1-9]", onpeak: 1.5, offpeak: 1.25 },
];

/** A package of each reseller: ten units of the currency every month, carried over after a top-up in the last week. */
export function addPackages(draft: Draft, tenants: readonly Tenant[]): void {
  for (const { id, profiles } of tenants) {
    draft.add("profilepackages", {
      reseller_id: id,
      name: "Pay as you go",
      description: "Prepaid, with a starting balance",
      initial_balance: 1000,
      initial_profiles: [{ profile_id: profiles.prepaid }],
      balance_interval_unit: "month",
      balance_interval_value: 1,
      balance_interval_start_mode: "create",
      carry_over_mode: "carry_over_timely",
      timely_duration_unit: "week",
      timely_duration_value: 1,
      notopup_discard_intervals: 6,
      underrun_lock_threshold: 100,
      underrun_lock_level: 2,
      underrun_profile_threshold: null,
      underrun_profiles: [],
      topup_lock_level: 0,
      service_charge: 0,
      topup_profiles: [{ profile_id: profiles.prepaid }],
    });
  }
}

/** Zones and fees of each reseller's billing profiles: by the minute first, then by ten seconds. Prepaid costs more. */
export function addTariffs(draft: Draft, tenants: readonly Tenant[]): void {
  for (const { id, market, profiles } of tenants) {
    for (const [name, profile] of Object.entries(profiles)) {
      for (const { zone, detail, pattern, onpeak, offpeak, isFree } of zones) {
        const of = { reseller_id: id, billing_profile_id: profile };
        const factor = name === "prepaid" ? 2 : 1;
        const peak = (prefix: string, rate: number) => ({
          [`${prefix}_init_rate`]: rate * factor,
          [`${prefix}_init_interval`]: 60,
          [`${prefix}_follow_rate`]: rate * factor,
          [`${prefix}_follow_interval`]: 10,
          [`${prefix}_use_free_time`]: isFree ?? false,
          [`${prefix}_extra_rate`]: 0,
          [`${prefix}_extra_second`]: null,
        });
        draft.add("billingfees", {
          ...of,
          billing_zone_id: draft.add("billingzones", { ...of, zone, detail }),
          direction: "out",
          match_mode: "regex_longest_pattern",
          source: ".",
          destination: pattern.replace("cc", market.cc),
          ...peak("onpeak", onpeak),
          ...peak("offpeak", offpeak),
          aoc_pulse_amount_per_message: 0,
        });
      }
    }
  }
}
