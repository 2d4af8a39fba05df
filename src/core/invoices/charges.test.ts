import { expect, it } from "vitest";
import { amountFromCents } from "../amount.ts";
import { chargesIn } from "./charges.ts";

const profile = { id: 1, name: "Flat", interval_charge: 1_300 };
const spanOf = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });

it("charges whole months in full, and others by their days", () => {
  const span = spanOf("2026-04-16T00:00:00Z", "2026-06-30T23:59:59Z");
  expect(chargesIn(span, "UTC", () => profile)).toEqual([{ name: "Flat", cost: amountFromCents(650 + 2 * 1_300) }]);
});

it("ends for a period that starts before the calendar of today", () => {
  const span = spanOf("1000-01-01T00:00:00Z", "1000-12-31T23:59:59Z");
  expect(chargesIn(span, "UTC", () => profile)).toEqual([{ name: "Flat", cost: amountFromCents(12 * 1_300) }]);
});
