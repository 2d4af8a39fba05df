import { type Amount, addAmounts, timesAmount, zeroAmount } from "../../values/amount.ts";
import { type Balance, Balances, type BookedBalance } from "./balances.ts";
import type { FeeRates, PeakRates } from "./billingFee.ts";
import type { OffPeakTimes } from "./offPeak.ts";

/** The call to charge. */
export interface CallTime {
  readonly start: Date;
  /** Seconds, exact to the millisecond. */
  readonly duration: number;
}

/** Intervals of a call, one after the other, that are charged alike. */
export interface RatedStep {
  readonly phase: "init" | "follow";
  /** Seconds of the call before the first of these intervals. */
  readonly elapsed: number;
  /** Seconds after the start whose peak state counted: less than `elapsed` once free time was used. */
  readonly clock: number;
  readonly isOffPeak: boolean;
  readonly count: number;
  /** Seconds of each interval. */
  readonly seconds: number;
  /** Cents per second. */
  readonly rate: Amount;
  /** Seconds of each interval that free time covered. */
  readonly freeTime: number;
  /** Cost of each interval: its rate for the seconds not covered, and the extra amount. */
  readonly cost: Amount;
  readonly extra: Amount;
  /** Whether the cash of the balance covered it. */
  readonly isFromBalance: boolean;
}

export interface RatedCall {
  readonly steps: readonly RatedStep[];
  readonly cost: Amount;
  /** The part that the cash of the balance did not cover. */
  readonly uncovered: Amount;
  readonly freeTime: number;
  /** Seconds of all intervals: the duration rounded up to them. */
  readonly charged: number;
  readonly balances: readonly BookedBalance[];
}

export interface RatingOptions {
  /** From the interval in which the call starts; none: everything is uncovered. */
  readonly balances?: readonly Balance[];
  /** Setting of the billing profile: negative costs are paid out to the balance. */
  readonly isPrepaid?: boolean;
}

/**
 * Computes the price of a call. Every started interval is charged in full, at the rate of its first second. Whether
 * free time and the extra second count depends on the first second of the call. Seconds covered by free time do not
 * advance the clock that the peak state and the balance interval follow, as on the platform.
 */
export function rateCall(
  { start, duration }: CallTime,
  rates: FeeRates,
  offPeak: OffPeakTimes,
  { balances = [], isPrepaid = false }: RatingOptions = {},
): RatedCall {
  const first = Math.floor(start.getTime() / 1000);
  const peakRates = (isOffPeak: boolean): PeakRates => (isOffPeak ? rates.offPeak : rates.onPeak);
  const { usesFreeTime, extra } = peakRates(offPeak.isOffPeak(first));
  const booked = new Balances(balances, isPrepaid);
  const steps: RatedStep[] = [];
  // Whole milliseconds: doubles would not add up.
  let remainingMs = Math.round(duration * 1000);
  let [elapsed, clock, isExtraDue] = [0, 0, extra !== null];
  while (remainingMs > 0) {
    const second = first + clock;
    const end = second + Math.ceil(remainingMs / 1000);
    const isOffPeak = offPeak.isOffPeak(second);
    const phase = elapsed === 0 ? "init" : "follow";
    const { rate, seconds } = peakRates(isOffPeak)[phase];
    const nextBalance = booked.enter(second);
    const common = { phase, elapsed, clock, isOffPeak, seconds, rate } as const;
    const started = phase === "init" ? 1 : Math.ceil(remainingMs / (seconds * 1000));
    const freeTime = usesFreeTime ? booked.freeTime : 0;
    let count = Math.min(started, Math.floor(freeTime / seconds));
    if (count > 0) {
      booked.takeFreeTime(count * seconds);
      steps.push({ ...common, count, freeTime: seconds, cost: zeroAmount, extra: zeroAmount, isFromBalance: false });
    } else {
      const uncovered = seconds - freeTime;
      // The call as the clock sees it, without seconds that free time covers.
      const talked = clock + Math.floor((remainingMs - freeTime * 1000) / 1000);
      const isExtraIn = isExtraDue && extra !== null && extra.second >= clock && extra.second <= talked;
      const extraAfter = isExtraIn ? Math.floor((extra.second - clock) / uncovered) : Number.POSITIVE_INFINITY;
      // All intervals that start before anything changes.
      const limit = Math.min(offPeak.nextChange(second, end), nextBalance);
      count =
        freeTime > 0 || extraAfter === 0 ? 1 : Math.min(started, extraAfter, Math.ceil((limit - second) / seconds));
      const added = extraAfter === 0 && extra ? extra.amount : zeroAmount;
      const cost = addAmounts(timesAmount(rate, uncovered), added);
      if (extraAfter === 0) isExtraDue = false;
      booked.takeFreeTime(freeTime);
      const covered = booked.book(cost, count);
      const paid = { ...common, freeTime, cost, extra: added };
      if (covered > 0) steps.push({ ...paid, count: covered, isFromBalance: true });
      if (covered < count) {
        const passed = covered * seconds;
        const beyondBalance = { ...paid, elapsed: elapsed + passed, clock: clock + passed, count: count - covered };
        steps.push({ ...beyondBalance, isFromBalance: false });
      }
      clock += count * uncovered;
    }
    elapsed += count * seconds;
    remainingMs -= count * seconds * 1000;
  }
  return { steps, ...totalsOf(steps), charged: elapsed, balances: booked.close() };
}

function totalsOf(steps: readonly RatedStep[]): Pick<RatedCall, "cost" | "uncovered" | "freeTime"> {
  let [cost, uncovered, freeTime] = [zeroAmount, zeroAmount, 0];
  for (const step of steps) {
    const all = timesAmount(step.cost, step.count);
    cost = addAmounts(cost, all);
    if (!step.isFromBalance) uncovered = addAmounts(uncovered, all);
    freeTime += step.freeTime * step.count;
  }
  return { cost, uncovered, freeTime };
}
