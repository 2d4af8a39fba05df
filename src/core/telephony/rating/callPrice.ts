import { addAmounts, amountToText, taxOn, timesAmount, zeroAmount } from "../../values/amount.ts";
import type { BillingFee } from "./billingFee.ts";
import { explainFees, type FeeMismatch } from "./explainFees.ts";
import type { FeeLookupAttempt } from "./feeQuestion.ts";
import type { RatedCall, RatedStep } from "./rateCall.ts";
import type { Tariff, TariffCall } from "./tariff.ts";

/** The answer of `GET /api/billingprofiles/{id}/price`. Money is exact: decimal texts in cents. */
export interface CallPrice<Fee = NamedFee> {
  /** Null: no fee matches. */
  readonly fee: Fee | null;
  /** By which of the texts that fees are compared with, in order, it was found. */
  readonly attempt: FeeLookupAttempt["name"] | null;
  readonly others: number;
  /** Those that came closest, and why they do not apply. */
  readonly losses: readonly FeeMismatch<Fee>[];
  readonly price: Price | null;
  /** Zone in which off-peak times are read. */
  readonly time_zone: string;
}

export interface NamedFee {
  readonly id: number;
  readonly match_mode: string;
  readonly source: string | null;
  readonly destination: string;
  readonly billing_zone_id: number;
  readonly zone: string;
  readonly detail: string | null;
}

export interface Price {
  readonly steps: readonly PriceStep[];
  readonly net: string;
  /** Null where none is added. */
  readonly vat: { readonly percent: number; readonly amount: string } | null;
  readonly total: string;
  /** Seconds of all intervals: the duration rounded up to them. */
  readonly charged: number;
  readonly free_time: number;
}

/** Intervals of a call that are charged alike. */
export interface PriceStep {
  readonly phase: "init" | "follow";
  /** Seconds of the call before the first of them. */
  readonly elapsed: number;
  readonly is_off_peak: boolean;
  readonly count: number;
  /** Seconds of each interval. */
  readonly seconds: number;
  /** For a second. */
  readonly rate: string;
  /** Seconds of each interval that free time covers. */
  readonly free_time: number;
  readonly extra: string;
  /** Cost of all intervals together. */
  readonly cost: string;
}

/** A call as someone asks about it. */
export interface PricedCall extends TariffCall {
  /** Seconds that are left of the free time. */
  readonly freeTime: number;
  /** Percent that is added to the price. */
  readonly vat: number | null;
}

/** Losses that an answer lists. */
const MAX_LISTED_MISMATCHES = 20;

/** Computes the price of a call by a tariff, and explains why this fee applies and no other. */
export function priceCall<Fee extends BillingFee>(
  tariff: Tariff<Fee>,
  call: PricedCall,
): Omit<CallPrice<Fee>, "time_zone"> {
  const { match, losses } = explainFees(tariff.index, call);
  const rated = tariff.rate(call, [{ start: new Date(0), cash: zeroAmount, freeTime: call.freeTime }]);
  return {
    fee: match?.fee ?? null,
    attempt: match?.attempt.name ?? null,
    others: losses.length,
    losses: losses.slice(0, MAX_LISTED_MISMATCHES),
    price: rated && toPrice(rated.rating, call.vat),
  };
}

function toPrice({ steps, cost, charged, freeTime }: RatedCall, percent: number | null): Price {
  // To the last decimal: only documents round.
  const vat = percent === null ? null : { percent, amount: taxOn(cost, percent, { decimals: 12, half: "up" }) };
  return {
    steps: steps.map(toStep),
    net: amountToText(cost),
    vat: vat && { percent: vat.percent, amount: amountToText(vat.amount) },
    total: amountToText(addAmounts(cost, vat?.amount ?? zeroAmount)),
    charged,
    free_time: freeTime,
  };
}

function toStep({ phase, elapsed, isOffPeak, count, seconds, rate, freeTime, extra, cost }: RatedStep): PriceStep {
  return {
    phase,
    elapsed,
    is_off_peak: isOffPeak,
    count,
    seconds,
    rate: amountToText(rate),
    free_time: freeTime,
    extra: amountToText(extra),
    cost: amountToText(timesAmount(cost, count)),
  };
}
