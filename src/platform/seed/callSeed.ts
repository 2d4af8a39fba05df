import { toRfc3339, wallTime } from "../../core/dateTime.ts";
import type { SeedRow, SeedTables } from "./insertRows.ts";
import { america, britain, germany, type Market } from "./markets.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;
const DAYS = 14;
/** Calls in each hour of a working day, relative to the busy hour. */
const HOURS = [1, 1, 0, 0, 0, 1, 3, 9, 22, 34, 38, 35, 24, 28, 36, 34, 28, 19, 11, 7, 5, 4, 3, 2];
const BUSY_HOUR = 38;
const WEEKEND = 0.22;
/** Calls in the busy hour per hundred subscribers. */
const CALLS_PER_HUNDRED = 9.5;

/** What resellers and carriers get of what customers pay. */
const RESELLER_SHARE = 0.6;
const CARRIER_SHARE = 0.4;

const outcomes = [
  ["ok", 0.73],
  ["noanswer", 0.12],
  ["busy", 0.07],
  ["cancel", 0.05],
  ["offline", 0.02],
] as const;

interface Line {
  readonly subscriberId: number;
  readonly customerId: number;
  readonly number: string;
}

interface Call {
  readonly from?: Line;
  readonly to?: Line;
  readonly caller: string;
  readonly callee: string;
}

/**
 * Calls of the fourteen days before `now`, distributed like those of offices in their time zone. About three thousand,
 * reproducible for the same `now`.
 */
export function buildCalls(tables: SeedTables, now: Date): readonly SeedRow[] {
  const random = new Random(14);
  const rows: SeedRow[] = [];
  const tenants = tenantsOf(tables);
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - (DAYS * 24 - 1) * HOUR_MS;
  for (let hour = first; hour <= now.getTime(); hour += HOUR_MS) {
    for (const tenant of tenants) {
      const wanted = callsIn(tenant.lines.length, new Date(hour), tenant.market.timezone);
      const count = Math.floor(wanted + random.next());
      for (let call = 0; call < count; call++) {
        const start = hour + random.integer(0, 3599) * 1000;
        if (start <= now.getTime()) rows.push(...entriesOf(tenant, start, random));
      }
    }
  }
  return rows.toSorted((one, other) => String(one.start_time).localeCompare(String(other.start_time))).map(withId);
}

interface TenantLines {
  readonly resellerId: number;
  readonly market: Market;
  readonly lines: readonly Line[];
}

/** Lines by reseller, whose country code determines their market. */
function tenantsOf({ numbers = [], subscribers = [], resellers = [] }: SeedTables): TenantLines[] {
  const active = new Map(subscribers.filter(({ status }) => status === "active").map((row) => [row.id, row]));
  const primary = numbers.filter(({ is_primary, subscriber_id }) => is_primary && active.has(subscriber_id));
  return resellers.flatMap(({ id }) => {
    const own = primary.filter(({ reseller_id }) => reseller_id === id);
    const market = [britain, germany, america].find(({ cc }) => cc === own[0]?.cc);
    const lines = own.map(({ subscriber_id, number }) => ({
      subscriberId: Number(subscriber_id),
      customerId: Number(active.get(subscriber_id)?.customer_id),
      number: String(number),
    }));
    return market ? [{ resellerId: Number(id), market, lines }] : [];
  });
}

function callsIn(lines: number, instant: Date, zone: string): number {
  const { year, month, day, hour } = wallTime(instant, zone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const share = (HOURS[hour] ?? 0) / BUSY_HOUR;
  return (lines / 100) * CALLS_PER_HUNDRED * share * (weekday === 0 || weekday === 6 ? WEEKEND : 1);
}

/** One entry for each party that is a subscriber. */
function entriesOf({ resellerId, market, lines }: TenantLines, start: number, random: Random): SeedRow[] {
  const call = inventCall(market, lines, random);
  const status = outcomeOf(random);
  const isAnswered = status === "ok";
  const ring = random.integer(2, 28) * 1000;
  const seconds = isAnswered ? Math.round(8 + 520 * random.next() ** 3) : 0;
  const common = {
    reseller_id: resellerId,
    call_id: `${random.digits(10)}@sip.example`,
    status,
    type: "call",
    rating_status: isAnswered ? "ok" : "unrated",
    init_time: toRfc3339(new Date(start - ring)),
    start_time: toRfc3339(new Date(start)),
    duration_seconds: seconds,
    customer_free_time: 0,
    intra_customer: call.from !== undefined && call.from.customerId === call.to?.customerId,
  };
  const isPaid = isAnswered && !call.to;
  const cost = isPaid ? roundCents((seconds / 60) * random.pick([0.9, 1.5, 1.9, 4.2])) : 0;
  const zone = isPaid ? (call.callee.startsWith(market.cc) ? "National" : "International") : null;
  return [
    ...(call.from ? [sideOf({ ...common, zone }, "out", call.from, call.callee, cost)] : []),
    ...(call.to ? [sideOf({ ...common, zone: null }, "in", call.to, call.caller, 0)] : []),
  ];
}

function sideOf(common: SeedRow, direction: string, own: Line, other: string, cost: number): SeedRow {
  return {
    ...common,
    direction,
    customer_id: own.customerId,
    subscriber_id: own.subscriberId,
    own_cli: own.number,
    other_cli: other,
    customer_cost: cost,
    reseller_cost: roundCents(cost * RESELLER_SHARE),
    carrier_cost: roundCents(cost * CARRIER_SHARE),
  };
}

/** Half of the calls are outbound, a third is inbound, and all others are between lines of the reseller. */
function inventCall(market: Market, lines: readonly Line[], random: Random): Call {
  const line = random.pick(lines);
  const kind = random.next();
  if (kind < 0.48) {
    const callee = outsider(market, random);
    return { from: line, caller: line.number, callee };
  }
  if (kind < 0.82) {
    const caller = outsider(market, random);
    return { to: line, caller, callee: line.number };
  }
  const colleagues = lines.filter(({ customerId, number }) => customerId === line.customerId && number !== line.number);
  const to = random.pick(colleagues.length > 0 ? colleagues : lines);
  return { from: line, to, caller: line.number, callee: to.number };
}

/** A fictional number outside the platform. */
function outsider(home: Market, random: Random): string {
  const { cc, contacts } = random.chance(0.85) ? home : random.pick([britain, germany, america]);
  return cc + contacts.ac + contacts.prefix + random.digits(contacts.free);
}

/** To a hundredth of a cent. */
function roundCents(cents: number): number {
  return Math.round(cents * 100) / 100;
}

function outcomeOf(random: Random): string {
  let left = random.next();
  for (const [status, share] of outcomes) {
    if (left < share) return status;
    left -= share;
  }
  return "other";
}

function withId(row: SeedRow, index: number): SeedRow {
  return { id: index + 1, ...row };
}
