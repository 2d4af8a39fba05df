import fc from "fast-check";
import { expect, it } from "vitest";
import { isAll } from "../../../../tests/support/tiers.ts";
import { type NaiveCall, naiveCost, naiveFee, naiveOffPeak } from "../../../testing/naiveRating.ts";
import { amountFromCents, timesAmount } from "../../values/amount.ts";
import { type BillingFee, matchModes } from "./billingFee.ts";
import { explainFees } from "./explainFees.ts";
import { FeeIndex } from "./feeIndex.ts";
import { Tariff } from "./tariff.ts";

const ZONE = "Europe/Vienna";

/** Near changes of clocks, of peak times and of balance intervals. */
const moments = [
  "2026-03-29T00:59:00Z",
  "2026-10-25T00:29:00Z",
  "2026-10-25T00:59:00Z",
  "2026-03-02T18:59:00Z",
  "2026-03-31T21:59:00Z",
].map((text) => new Date(text).getTime());
const windows = {
  peaktime_weekdays: [
    { weekday: 0, start: "20:00:00" },
    { weekday: 1, stop: "00:00:59" },
    { weekday: 2, start: "00:00:00", stop: "00:00:20" },
    { weekday: 6, start: "02:00:00", stop: "02:29:59" },
    { weekday: 6, start: "03:00:00", stop: "03:00:40" },
  ],
  peaktime_special: [{ start: "2026-03-31 23:59:30", stop: "2026-04-01 00:00:10" }],
};

/** Ten-thousandths of a cent, in which the naive implementation counts. */
const tick = amountFromCents(0.0001);
const rate = fc.oneof(fc.integer({ min: -30_000, max: 90_000 }), fc.constant(0)).map((ticks) => ticks / 10_000);
const seconds = fc.constantFrom(1, 7, 10, 30, 60);
const extraSecond = fc.constantFrom(null, 0, 9, 30, 59, 60);
const rates = {
  direction: fc.constantFrom<BillingFee["direction"][]>("out", "out", "out", "in"),
  onpeak_init_rate: rate,
  onpeak_init_interval: seconds,
  onpeak_follow_rate: rate,
  onpeak_follow_interval: seconds,
  offpeak_init_rate: rate,
  offpeak_init_interval: seconds,
  offpeak_follow_rate: rate,
  offpeak_follow_interval: seconds,
  onpeak_use_free_time: fc.boolean(),
  offpeak_use_free_time: fc.boolean(),
  onpeak_extra_rate: rate,
  onpeak_extra_second: extraSecond,
  offpeak_extra_rate: rate,
  offpeak_extra_second: extraSecond,
};
const text = fc.constantFrom("", "4", "43", "431", "49", "3", "43@a");
const pattern = fc.constantFrom(
  ...[
    ".",
    "",
    "^43",
    "^4",
    "43",
    "^43|9$",
    "^4[39]+",
    "^(43|49)1",
    "1$",
    "^43?1",
    "^4+3",
    "^43*",
    "@A$",
    "^43(1|3)*@b",
  ],
);
const plainFee = fc.record({
  ...rates,
  match_mode: fc.constantFrom(matchModes[0], matchModes[1], matchModes[1]),
  source: text,
  destination: fc.oneof(text, fc.constant("lnp:1")),
});
const patternFee = fc.record({
  ...rates,
  match_mode: fc.constantFrom(matchModes[2], matchModes[3]),
  source: pattern,
  destination: pattern,
});
const tariff = fc.record({
  fees: fc
    .array(fc.oneof(plainFee, patternFee), { minLength: 1, maxLength: 12 })
    .map((fees) => fees.map((fee, index): BillingFee => ({ ...fee, id: index + 1 }))),
  ignore_domain: fc.boolean(),
  prepaid: fc.boolean(),
});

/**
 * A fee for calls that no other fee matches, one in each direction: with domains it must not match in the first attempt,
 * without it must be the shortest pattern.
 */
const catchAll = (fees: readonly BillingFee[], ignoreDomain: boolean): BillingFee[] =>
  fees.flatMap((fee) => {
    const rest = { match_mode: matchModes[3], source: "", destination: ignoreDomain ? "" : "^\\w*$" } as const;
    return fee.id > 1
      ? []
      : (["in", "out"] as const).map((direction, at) => ({ ...fee, ...rest, direction, id: 100 + at }));
  });

const users = ["", "43", "431", "4319", "493", "49", "44", "x"];
const party = fc.nat(users.length * users.length * 2 * 4 * 3 - 1);
const time = fc.nat(moments.length * 180 - 1);
const money = fc.tuple(fc.integer({ min: -1_000_000, max: 8_000_000 }), fc.nat(150), fc.nat(2));
const callWithMoney = fc.tuple(party, time, fc.nat(200_000), money);

/** A call of the numbers that fast-check found: quicker than an arbitrary for each of its properties. */
function toCall(parts: number, at: number, milliseconds: number): NaiveCall {
  const digits = [users.length, users.length, 2, 4, 3].map((base) => {
    const digit = parts % base;
    parts = Math.floor(parts / base);
    return digit;
  });
  const [source = 0, destination = 0, domain, direction, carrier] = digits;
  return {
    source: users[source] ?? "",
    destination: users[destination] ?? "",
    domain: domain === 0 ? "a" : "b",
    direction: direction === 0 ? "in" : "out",
    carrierId: carrier === 0 ? null : (carrier ?? 0),
    start: (moments[at % moments.length] ?? 0) + Math.floor(at / moments.length) * 1000 + (milliseconds % 3) * 400,
    milliseconds,
  };
}

const toQuestion = ({ direction, source, destination, domain, carrierId }: NaiveCall) => ({
  direction,
  source: { user: source, domain },
  destination: { user: destination, domain },
  ported: carrierId === null ? null : { carrierId },
});

/** How many calls of each are rated. */
const [TARIFFS, CALLS] = [isAll ? 1000 : 100, 100];

it("rates calls like a naive implementation", () => {
  const peaks = new Map<number, boolean>();
  const isOffPeak = (second: number) => {
    const known = peaks.get(second) ?? naiveOffPeak(second, windows, ZONE);
    peaks.set(second, known);
    return known;
  };
  let [calls, rated] = [0, 0];
  fc.assert(
    fc.property(
      tariff,
      fc.array(callWithMoney, { minLength: CALLS, maxLength: CALLS }),
      ({ fees: some, ...flags }, cases) => {
        const fees = [...some, ...catchAll(some, flags.ignore_domain)];
        const ours = new Tariff({ ...windows, ...flags }, fees, ZONE);
        for (const [parts, at, milliseconds, [cash, freeTime, count]] of cases) {
          calls++;
          const call = toCall(parts, at, milliseconds);
          const next = Math.ceil(call.start / 60_000) * 60_000;
          const starts = [0, next].slice(0, count);
          const fee = naiveFee(fees, call, flags.ignore_domain);
          const result = ours.rate(
            { ...toQuestion(call), start: new Date(call.start), duration: milliseconds / 1000 },
            starts.map((start) => ({ start: new Date(start), cash: timesAmount(tick, cash), freeTime })),
          );
          const problem = `${JSON.stringify(call)} cash ${cash} free ${freeTime} of ${count}`;
          const own = result?.match.fee.id;
          if (fee?.id !== own) throw new Error(`fee ${fee?.id}, ours ${own}: ${problem}`);
          if (!fee || !result) continue;
          const found = result.rating;
          rated++;
          const balances = starts.map((start) => ({ start, cash, freeTime }));
          const naive = naiveCost(call, fee, isOffPeak, balances, flags.prepaid);
          const intervals = found.steps.reduce((sum, step) => sum + step.count, 0);
          const isSame =
            found.cost === timesAmount(tick, naive.cost) &&
            found.uncovered === timesAmount(tick, naive.uncovered) &&
            found.freeTime === naive.freeTime &&
            found.charged === naive.charged &&
            intervals === naive.intervals &&
            balances.every(
              (balance, index) =>
                found.balances[index]?.cash === timesAmount(tick, balance.cash) &&
                found.balances[index]?.freeTime === balance.freeTime,
            );
          if (!isSame) throw new Error(`${JSON.stringify(naive)} by fee ${JSON.stringify(fee)}: ${problem}`);
        }
      },
    ),
    { numRuns: TARIFFS },
  );
  expect(calls).toBe(TARIFFS * CALLS);
  expect(rated).toBe(calls);
});

it("explains every other fee, and names those that would apply without the first", () => {
  fc.assert(
    fc.property(tariff, callWithMoney, ({ fees, ...flags }, [parts, at, milliseconds]) => {
      const question = toQuestion(toCall(parts, at, milliseconds));
      const { match, losses } = explainFees(new FeeIndex(fees, flags.ignore_domain), question);
      expect(losses.length).toBe(fees.length - (match ? 1 : 0));
      if (!match) {
        expect(losses.every(({ reason }) => ["direction", "source", "destination"].includes(reason))).toBe(true);
        return;
      }
      const others = fees.filter((fee) => fee !== match.fee);
      const second = new FeeIndex(others, flags.ignore_domain).match(question);
      const matching = losses.filter(({ reason }) => !["direction", "source", "destination"].includes(reason));
      expect(matching.length > 0).toBe(second !== null);
      if (second) expect(matching.map(({ fee }) => fee)).toContain(second.fee);
    }),
    { numRuns: 2 * TARIFFS },
  );
});
