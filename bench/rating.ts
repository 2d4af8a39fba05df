import { amountFromCents } from "../src/core/amount.ts";
import type { BillingFee, MatchMode } from "../src/core/rating/billingFee.ts";
import { FeeIndex } from "../src/core/rating/feeIndex.ts";
import { Tariff, type TariffCall } from "../src/core/rating/tariff.ts";
import { type Figure, median, perSecond } from "./report.ts";

const FEES = 10_000;
const NUMBERS = 200;
const CALLS = 20_000;
const ROUNDS = 7;
/** Maximum for one number in milliseconds. */
const MAX_MS = 1;
/** Minimum of calls rated in a second. */
const MIN_CALLS = 20_000;

/** Finding the fee of a number among 10,000, in each mode, and rating a list of calls. */
export async function benchRating(): Promise<Figure[]> {
  const destination = (index: number) => `43${String(index * 7919).padStart(8, "0")}`;
  const called = (index: number) => `${destination((index * 613) % FEES)}12`;
  const sets: Readonly<Record<string, readonly BillingFee[]>> = {
    exact: fees("exact_destination", (index) => `${destination(index)}12`),
    prefix: fees("prefix", destination),
    "longest match": fees("regex_longest_match", (index) => `^${destination(index)}`),
    "longest pattern": fees("regex_longest_pattern", (index) => `^${destination(index)}`),
    "patterns without a fixed beginning": fees("regex_longest_match", (index) => `(00|\\+)?${destination(index)}`),
  };
  const numbers = Array.from({ length: NUMBERS }, (_, index) => called(index));
  const matches = Object.entries(sets).map(([name, set]): Figure => {
    const started = performance.now();
    const index = new FeeIndex(set, true);
    const built = performance.now() - started;
    const value = median(
      Array.from({ length: ROUNDS }, () => {
        const begun = performance.now();
        for (const user of numbers) {
          const found = index.match({
            direction: "out",
            source: { user: "431" },
            destination: { user },
          });
          if (!found) throw new Error(`no fee for ${user}`);
        }
        return (performance.now() - begun) / NUMBERS;
      }),
    );
    const label = `fee of a number among 10,000, ${name} (index in ${Math.round(built)} ms), ms`;
    return { name: label, ours: `${(value * 1000).toFixed(1)} µs`, value, bound: { atMost: MAX_MS } };
  });
  return [...matches, ...rated(sets["longest pattern"] ?? [], called)];
}

function rated(set: readonly BillingFee[], called: (index: number) => string): Figure[] {
  const peaktime_weekdays = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: "20:00:00" }));
  const tariff = new Tariff({ peaktime_weekdays, ignore_domain: false, prepaid: false }, set, "Europe/Vienna");
  const calls = Array.from({ length: CALLS }, (_, index): TariffCall => {
    // A month; 0 to 15 minutes.
    const start = new Date(Date.UTC(2026, 2, 1) + ((index * 7_919_000) % (31 * 86_400_000)));
    const parties = {
      source: { user: "431", domain: "example.org" },
      destination: { user: called(index), domain: "example.org" },
    };
    return { ...parties, direction: "out", start, duration: (index * 37) % 900 };
  });
  const ours: number[] = [];
  const bare: number[] = [];
  const balances = [{ start: new Date(0), cash: amountFromCents(1000), freeTime: 0 }];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(
      throughput(() => calls.reduce((sum, call) => sum + Number(tariff.rate(call, balances)?.rating.charged), 0)),
    );
    bare.push(throughput(() => calls.reduce((sum, call) => sum + bareCost(call), 0)));
  }
  const [own, baseline] = [median(ours), median(bare)];
  const name = "calls rated with 10,000 fees";
  return [
    { name, ours: perSecond(own), value: own, bound: { atLeast: MIN_CALLS } },
    {
      name: `${name}, against a bare loop`,
      ours: perSecond(own),
      baseline: perSecond(baseline),
      value: own / baseline,
    },
  ];
}

/** What the loop alone costs: one fee, one rate, doubles, no peak times and no balance. */
function bareCost({ duration }: TariffCall): number {
  let cost = 0;
  for (let left = duration, seconds = 60; left > 0; left -= seconds, seconds = 30) cost += 0.5 * seconds;
  return cost;
}

function throughput(run: () => number): number {
  const started = performance.now();
  if (!(run() > 0)) throw new Error("nothing was rated");
  return CALLS / ((performance.now() - started) / 1000);
}

function fees(match_mode: MatchMode, destinationOf: (index: number) => string): BillingFee[] {
  return Array.from({ length: FEES }, (_, index) => ({
    id: index + 1,
    match_mode,
    direction: "out",
    source: match_mode === "prefix" ? "" : ".",
    destination: destinationOf(index),
    onpeak_init_rate: 0.5,
    onpeak_init_interval: 60,
    onpeak_follow_rate: 0.5,
    onpeak_follow_interval: 30,
    offpeak_init_rate: 0.25,
    offpeak_init_interval: 60,
    offpeak_follow_rate: 0.25,
    offpeak_follow_interval: 10,
  }));
}
