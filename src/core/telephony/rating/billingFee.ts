import type { Stored } from "../../schema/stored.ts";
import { type Amount, amountFromCents } from "../../values/amount.ts";

/** Modes of comparing a fee's source and destination, in the order in which they are tried. */
export const matchModes = ["exact_destination", "prefix", "regex_longest_match", "regex_longest_pattern"] as const;

export type MatchMode = (typeof matchModes)[number];

/** Whether a fee is for calls that the customer makes or receives. */
export type FeeDirection = "in" | "out";

type PeakName = "onpeak" | "offpeak";

/** The fields of `billingfees` that rating reads. Rates are cents per second, and may be negative. */
export type BillingFee = Stored<
  "billingfees",
  "id" | "match_mode" | "direction" | "destination" | `${PeakName}_${"init" | "follow"}_interval`,
  "source" | `${PeakName}_${"init_rate" | "follow_rate" | "use_free_time" | "extra_rate" | "extra_second"}`
>;

/** Price of an interval: cents per second, charged for all of its seconds once it has started. */
export interface IntervalRate {
  readonly rate: Amount;
  readonly seconds: number;
}

/** The rates of a fee at one kind of time. */
export interface PeakRates {
  readonly init: IntervalRate;
  readonly follow: IntervalRate;
  readonly usesFreeTime: boolean;
  /** Charged once, when the call reaches this second. */
  readonly extra: { readonly second: number; readonly amount: Amount } | null;
}

export interface FeeRates {
  readonly onPeak: PeakRates;
  readonly offPeak: PeakRates;
}

/** `hasExtra`: false for fees that apply to ported numbers, whose extra second does not count. */
export function ratesOf(fee: BillingFee, { hasExtra = true }: { readonly hasExtra?: boolean } = {}): FeeRates {
  const rates = (peak: PeakName): PeakRates => {
    const second = fee[`${peak}_extra_second`];
    return {
      init: intervalRate(fee[`${peak}_init_rate`], fee[`${peak}_init_interval`]),
      follow: intervalRate(fee[`${peak}_follow_rate`], fee[`${peak}_follow_interval`]),
      usesFreeTime: fee[`${peak}_use_free_time`] ?? false,
      extra:
        hasExtra && typeof second === "number"
          ? { second, amount: amountFromCents(fee[`${peak}_extra_rate`] ?? 0) }
          : null,
    };
  };
  return { onPeak: rates("onpeak"), offPeak: rates("offpeak") };
}

function intervalRate(rate: number | null | undefined, seconds: number): IntervalRate {
  // Older platforms store intervals of 0 seconds, and charge them as 1.
  return { rate: amountFromCents(rate ?? 0), seconds: Math.max(1, seconds) };
}
