import { type BillingFee, type FeeRates, ratesOf } from "./billingFee.ts";
import { FeeIndex, type FeeMatch } from "./feeIndex.ts";
import type { FeeQuestion } from "./feeQuestion.ts";
import { OffPeakTimes, type OffPeakWindows } from "./offPeak.ts";
import { type CallTime, type RatingOptions, rateCall } from "./rateCall.ts";

export interface TariffProfile extends OffPeakWindows {
  readonly ignore_domain?: boolean | null;
  readonly prepaid?: boolean | null;
}

/** A call as one of its parties is charged for it. */
export type TariffCall = CallTime & FeeQuestion;

/** A billing profile, ready to rate any number of calls. */
export class Tariff<Fee extends BillingFee> {
  readonly index: FeeIndex<Fee>;
  readonly offPeak: OffPeakTimes;
  readonly #rates = new Map<Fee, FeeRates>();

  constructor(
    readonly profile: TariffProfile,
    fees: readonly Fee[],
    zone: string,
  ) {
    this.index = new FeeIndex(fees, profile.ignore_domain ?? false);
    this.offPeak = new OffPeakTimes(profile, zone);
  }

  /** Null when no fee matches: a call out then stays unrated, a call in is free. */
  rate(call: TariffCall, balances?: RatingOptions["balances"]) {
    const match = this.index.match(call);
    if (!match) return null;
    const isPrepaid = this.profile.prepaid ?? false;
    return { match, rating: rateCall(call, this.#ratesOf(match), this.offPeak, { balances, isPrepaid }) };
  }

  #ratesOf({ fee, attempt }: FeeMatch<Fee>): FeeRates {
    if (attempt.isExact) return ratesOf(fee, { hasExtra: false });
    const cached = this.#rates.get(fee);
    if (cached) return cached;
    const rates = ratesOf(fee);
    this.#rates.set(fee, rates);
    return rates;
  }
}
