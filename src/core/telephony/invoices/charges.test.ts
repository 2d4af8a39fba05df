import fc from "fast-check";
import { expect, it } from "vitest";
import { amountFromCents } from "../../values/amount.ts";
import { addUnits, startOfLocalDay, startOfMonth } from "../balances/calendar.ts";
import { chargesIn, monthFrom } from "./charges.ts";

const profile = { id: 1, name: "Flat", interval_charge: 1_300, currency: "EUR" };
const spanOf = (start: string, end: string) => ({ start: new Date(start), end: new Date(end) });

it("charges whole months in full, and others by their days", () => {
  const span = spanOf("2026-04-16T00:00:00Z", "2026-06-30T23:59:59Z");
  expect(chargesIn(span, "UTC", () => profile)).toEqual([{ name: "Flat", cost: amountFromCents(650 + 2 * 1_300) }]);
});

it.each([
  ["EUR", 700],
  ["KWD", 699.9],
  ["JPY", 700],
])("rounds a part of a month to the minor unit of %s", (currency, cents) => {
  const span = spanOf("2026-05-16T00:00:00Z", "2026-05-31T23:59:59Z");
  const charged = { ...profile, interval_charge: 1_356.1, currency };
  expect(chargesIn(span, "UTC", () => charged)).toEqual([{ name: "Flat", cost: amountFromCents(cents) }]);
});

it("ends for a period that starts before the calendar of today", () => {
  const span = spanOf("1000-01-01T00:00:00Z", "1000-12-31T23:59:59Z");
  expect(chargesIn(span, "UTC", () => profile)).toEqual([{ name: "Flat", cost: amountFromCents(12 * 1_300) }]);
});

it("ends the month of a zone whose clocks skip its first midnight where the next one begins", () => {
  const zone = "America/Asuncion";
  const october = monthFrom(startOfMonth(new Date("2023-10-15T12:00:00Z"), zone), zone);
  expect(october).toEqual({ start: new Date("2023-10-01T04:00:00Z"), end: new Date("2023-11-01T02:59:59Z") });
  expect(startOfMonth(october.start, zone, 1)).toEqual(new Date("2023-11-01T03:00:00Z"));
});

it("tiles time with months, weeks and days, in every zone", () => {
  const zone = fc.constantFrom(...Intl.supportedValuesOf("timeZone"));
  const instant = fc.date({ min: new Date("1975-01-01"), max: new Date("2060-01-01"), noInvalidDate: true });
  fc.assert(
    fc.property(zone, instant, (name, date) => {
      const month = startOfMonth(date, name);
      expect(monthFrom(month, name).end.getTime() + 1000).toBe(startOfMonth(month, name, 1).getTime());
      const day = startOfLocalDay(date, name);
      for (const [unit, days] of [
        ["day", 1],
        ["week", 7],
      ] as const) {
        const next = addUnits(day, unit, 1, name);
        expect(next).toEqual(startOfLocalDay(next, name));
        expect(Math.round((next.getTime() - day.getTime()) / 86_400_000)).toBe(days);
      }
    }),
    { numRuns: 1000 },
  );
});
