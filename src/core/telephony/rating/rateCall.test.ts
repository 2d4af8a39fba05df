import { describe, expect, it } from "vitest";
import { amountFromCents, amountToText } from "../../values/amount.ts";
import { ratesOf } from "./billingFee.ts";
import { OffPeakTimes } from "./offPeak.ts";
import { rateCall } from "./rateCall.ts";

const rates = ratesOf({
  id: 1,
  match_mode: "prefix",
  direction: "out",
  destination: "43",
  onpeak_init_rate: 2,
  onpeak_init_interval: 60,
  onpeak_follow_rate: 1,
  onpeak_follow_interval: 30,
  offpeak_init_interval: 1,
  offpeak_follow_interval: 0,
});
const noWindows = new OffPeakTimes({}, "UTC");
const february = new Date("2026-02-01T00:00:00Z");

describe("across balance intervals", () => {
  /** A call of so many seconds; the cash of January and February before and after. */
  function cashAfter(start: string, duration: number, cash: readonly [january: number, february: number]) {
    const [january, next] = cash.map(amountFromCents);
    const { balances } = rateCall({ start: new Date(start), duration }, rates, noWindows, {
      balances: [
        { start: new Date(0), cash: january ?? amountFromCents(0), freeTime: 0 },
        { start: february, cash: next ?? amountFromCents(0), freeTime: 0 },
      ],
    });
    return balances.map((balance) => [amountToText(balance.cash), amountToText(balance.spent)]);
  }

  it("takes the cost once, and the carried-over balance is that much smaller", () => {
    expect(cashAfter("2026-01-31T23:59:59Z", 1, [500, 500])).toEqual([
      ["380", "120"],
      ["380", "0"],
    ]);
  });

  it("books each interval where its first second is", () => {
    expect(cashAfter("2026-01-31T23:58:45Z", 120, [500, 500])).toEqual([
      ["350", "150"],
      ["320", "30"],
    ]);
  });

  it("leaves out what does not fit into the next balance", () => {
    expect(cashAfter("2026-01-31T23:58:45Z", 120, [500, 70])).toEqual([
      ["350", "150"],
      ["10", "30"],
    ]);
  });
});

it("works out long calls at once: a day by the second", () => {
  const bySecond = { rate: amountFromCents(0.01), seconds: 1 };
  const peak = { init: bySecond, follow: bySecond, usesFreeTime: false, extra: null };
  const { steps, cost } = rateCall({ start: february, duration: 86_400 }, { onPeak: peak, offPeak: peak }, noWindows);
  expect(steps.map(({ count }) => count)).toEqual([1, 86_399]);
  expect(amountToText(cost)).toBe("864");
});

it("charges intervals of 0 seconds by the second", () => {
  expect(rates.offPeak.follow.seconds).toBe(1);
});

describe("OffPeakTimes", () => {
  const weekdays = Array.from({ length: 7 }, (_, weekday) => ({ weekday }));
  const at = (text: string) => new Date(text).getTime() / 1000;

  it("finds the next change, days later", () => {
    const times = new OffPeakTimes({ peaktime_weekdays: [{ weekday: 6 }] }, "Europe/Vienna");
    const friday = at("2026-03-27T12:00:00Z");
    expect(times.isOffPeak(friday)).toBe(false);
    expect(times.nextChange(friday, friday + 1e6)).toBe(at("2026-03-28T23:00:00Z"));
    expect(times.nextChange(friday, friday + 60)).toBe(friday + 60);
    // The day has 23 hours: clocks go forward.
    expect(times.nextChange(at("2026-03-28T23:00:00Z"), friday + 1e6)).toBe(at("2026-03-29T22:00:00Z"));
  });

  it("has no change when every day is off-peak", () => {
    const times = new OffPeakTimes({ peaktime_weekdays: weekdays }, "America/St_Johns");
    const start = at("2026-03-01T00:00:00Z");
    expect(times.nextChange(start, start + 3e6)).toBe(start + 3e6);
    expect(times.isOffPeak(start)).toBe(true);
  });

  it("reads special dates with their offset, or in the zone", () => {
    const times = new OffPeakTimes(
      {
        peaktime_special: [
          { start: "2026-01-01 00:00:00", stop: "2026-01-01 00:00:00" },
          { start: "2026-01-02T00:00:00Z", stop: "2026-01-02T00:00:01Z" },
        ],
      },
      "Europe/Vienna",
    );
    const changes = (from: string) => times.nextChange(at(from), at(from) + 1e6) - at(from);
    expect(times.isOffPeak(at("2025-12-31T23:00:00Z"))).toBe(true);
    expect(changes("2025-12-31T23:00:00Z")).toBe(1);
    expect(changes("2026-01-02T00:00:00Z")).toBe(2);
  });
});
