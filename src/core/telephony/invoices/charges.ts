import { type Amount, addAmounts, amountFromCents, proRata, toMinorUnits, zeroAmount } from "../../values/amount.ts";
import { wallTime } from "../../values/dateTime.ts";
import { addUnits, startOfMonth } from "../balances/calendar.ts";
import type { InvoiceCharge } from "./invoiceDocument.ts";

export interface ChargedProfile {
  readonly id: number;
  readonly name: string;
  /** Cents. */
  readonly interval_charge: number;
  readonly currency: string | null;
}

/** A period from its first second to its last, both included. */
export interface ChargePeriod {
  readonly start: Date;
  readonly end: Date;
}

/**
 * The charges of a period: for each calendar month that of the profile in force at its beginning, in proportion to the
 * days for a month that is only partly in the period.
 */
export function chargesIn<Profile extends ChargedProfile>(
  { start, end }: ChargePeriod,
  zone: string,
  profileAt: (instant: Date) => Profile | undefined,
): InvoiceCharge[] {
  const charges = new Map<number, { name: string; cost: Amount }>();
  const after = end.getTime() + 1000;
  for (let month = startOfMonth(start, zone), next: Date; month.getTime() < after; month = next) {
    next = startOfMonth(month, zone, 1);
    const from = month < start ? start : month;
    const profile = profileAt(from);
    if (!profile || profile.interval_charge === 0) continue;
    const to = next.getTime() < after ? next : new Date(after);
    const price = amountFromCents(profile.interval_charge);
    const isWhole = from === month && to === next;
    const days = (since: Date, until: Date) => daysBetween(since, until, zone);
    const cost = isWhole ? price : proRata(price, days(from, to), days(month, next), toMinorUnits(profile.currency));
    const existing = charges.get(profile.id);
    charges.set(profile.id, { name: profile.name, cost: addAmounts(existing?.cost ?? zeroAmount, cost) });
  }
  return [...charges.values()];
}

/** Started days by the calendar of the zone. */
function daysBetween(from: Date, to: Date, zone: string): number {
  const dayOf = (instant: Date) => {
    const { year, month, day } = wallTime(instant, zone);
    return Date.UTC(year, month - 1, day) / 86_400_000;
  };
  return dayOf(new Date(to.getTime() - 1000)) - dayOf(from) + 1;
}

/** `2026-11` for a span that is this month of the zone. */
export function monthOf({ start, end }: ChargePeriod, zone: string): string | undefined {
  const isMonth = startOfMonth(start, zone).getTime() === start.getTime();
  if (!isMonth || startOfMonth(start, zone, 1).getTime() !== end.getTime() + 1000) return undefined;
  const { year, month } = wallTime(start, zone);
  return `${year}-${String(month).padStart(2, "0")}`;
}

/** The month of `2026-11`, or one month from an instant. */
export function monthFrom(start: Date, zone: string): ChargePeriod {
  return { start, end: new Date(addUnits(start, "month", 1, zone).getTime() - 1000) };
}
