import { expect, it } from "vitest";
import { billingPeriods, inForceAt } from "./billingPeriods.ts";

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const interval = (name: string, start: string | null, stop: string | null, effective = start) => ({
  name,
  start: start ? day(start) : null,
  stop: stop ? day(stop) : null,
  effective: day(effective ?? "2024-01-01"),
});
const base = interval("base", null, null);

const periodsOf = (...intervals: ReturnType<typeof interval>[]) =>
  billingPeriods(intervals).map(({ interval: { name }, from, to }) => [
    name,
    from.toISOString().slice(0, 10),
    to?.toISOString().slice(0, 10) ?? null,
  ]);

it("is one open period for one open interval", () => {
  expect(periodsOf(base)).toEqual([["base", "2024-01-01", null]]);
});

it("switches to later intervals in chronological order", () => {
  const later = interval("later", "2031-01-01", null);
  expect(periodsOf(base, later, interval("next", "2025-07-01", null))).toEqual([
    ["base", "2024-01-01", "2025-07-01"],
    ["next", "2025-07-01", "2031-01-01"],
    ["later", "2031-01-01", null],
  ]);
});

it("falls back to the previous interval when one ends", () => {
  expect(periodsOf(base, interval("summer", "2025-06-01", "2025-09-01"))).toEqual([
    ["base", "2024-01-01", "2025-06-01"],
    ["summer", "2025-06-01", "2025-09-01"],
    ["base", "2025-09-01", null],
  ]);
});

it("stays one period when an overridden interval begins", () => {
  expect(periodsOf(base, interval("hidden", "2025-01-01", null, "2023-01-01"))).toEqual([["base", "2024-01-01", null]]);
});

it("has gaps where no interval applies", () => {
  expect(periodsOf(interval("once", "2025-01-01", "2025-02-01"))).toEqual([["once", "2025-01-01", "2025-02-01"]]);
  expect(inForceAt([interval("once", "2025-01-01", "2025-02-01")], day("2025-03-01"))).toBeUndefined();
});

it("prefers the later of two that took effect at once", () => {
  expect(inForceAt([base, { ...base, name: "twin" }], day("2026-01-01"))?.name).toBe("twin");
});
