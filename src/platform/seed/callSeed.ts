import { Tariff } from "../../core/telephony/rating/tariff.ts";
import { amountToCents } from "../../core/values/amount.ts";
import { toRfc3339, wallTime } from "../../core/values/dateTime.ts";
import { intervalsOf } from "../features/billing/billing.ts";
import { findProfileIdAt } from "../features/billing/billingIntervals.ts";
import { toFee } from "../features/billing/loadTariff.ts";
import { defaultSettings } from "../runtime/settings.ts";
import { type CapturedCall, inventCapturedCalls } from "./captureSeed.ts";
import type { SeedDraft, SeedRow, SeedTables } from "./insertRows.ts";
import { Random } from "./random.ts";

const HOUR_MS = 3_600_000;
const DAYS = 14;
/** Calls in each hour of a working day, relative to the busy hour. */
const HOURS = [1, 1, 0, 0, 0, 1, 3, 9, 22, 34, 38, 35, 24, 28, 36, 34, 28, 19, 11, 7, 5, 4, 3, 2];
const BUSY_HOUR = 38;
const WEEKEND = 0.22;
/** Calls in the busy hour per hundred subscribers. */
const CALLS_PER_HUNDRED = 9.5;

/** Shares of resellers and carriers in what customers pay. */
const RESELLER_SHARE = 0.6;
const CARRIER_SHARE = 0.4;
/** Shares of unanswered incoming calls. */
const VOICEBOX_SHARE = 0.5;
const FORWARD_SHARE = 0.3;

const outcomes = [
  ["ok", 0.73],
  ["noanswer", 0.12],
  ["busy", 0.07],
  ["cancel", 0.05],
  ["offline", 0.02],
] as const;

type Outcome = SeedRow<"calls">["call_status"];

/** SIP response of an outcome. */
const codes: Readonly<Record<Outcome, string | null>> = {
  ok: "200",
  noanswer: "480",
  busy: "486",
  cancel: "487",
  offline: "404",
  timeout: null,
  other: "500",
};

/** A country of callers, and the numbers there that are reserved for fiction: those outside the platform have one. */
interface Market {
  readonly cc: string;
  readonly timezone: string;
  readonly numbers: string;
  readonly free: number;
}

const markets: readonly Market[] = [
  { cc: "44", timezone: "Europe/London", numbers: "447700900", free: 3 },
  { cc: "49", timezone: "Europe/Berlin", numbers: "498999998", free: 3 },
  { cc: "1", timezone: "America/Los_Angeles", numbers: "170755501", free: 2 },
];

interface SeedSubscriber {
  readonly subscriberId: number;
  readonly uuid: string | null;
  readonly username: string;
  readonly domain: string | undefined;
  readonly customerId: number;
  readonly number: string;
}

/** A call before it has a result; a side without a line is somebody elsewhere. */
interface InventedCall {
  readonly from?: SeedSubscriber | undefined;
  readonly to?: SeedSubscriber | undefined;
  readonly caller: string;
  readonly callee: string;
  readonly type?: SeedRow<"calls">["call_type"];
  /** The service at which it ends. */
  readonly service?: { readonly user: string; readonly domain: string };
}

interface Timing {
  readonly callId: string;
  readonly start: number;
  readonly ring: number;
  readonly status: Outcome;
  readonly seconds: number;
}

/** The price of a call for its caller; null when no fee applies. */
type RateOf = (call: InventedCall, timing: Timing) => Price | null;

interface Price {
  readonly cents: number;
  readonly feeId: number;
  readonly zoneId: number;
  readonly zone: string | undefined;
}

/**
 * Calls of the fourteen days before `now`, distributed like those of offices in their time zone and priced by the fees
 * of their customers. About three thousand, reproducible for the same `now`.
 */
export function buildCalls(tables: SeedTables, now: Date): readonly SeedRow<"calls">[] {
  const random = new Random(14);
  const rows: SeedDraft<"calls">[] = [];
  const tenants = tenantsOf(tables);
  const rateOf = raterOf(tables);
  const first = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS - (DAYS * 24 - 1) * HOUR_MS;
  for (let hour = first; hour <= now.getTime(); hour += HOUR_MS) {
    for (const tenant of tenants) {
      const expected = callsIn(tenant.lines.length, new Date(hour), tenant.market.timezone);
      const count = Math.floor(expected + random.next());
      for (let call = 0; call < count; call++) {
        const start = hour + random.integer(0, 3599) * 1000;
        if (start <= now.getTime()) rows.push(...legsOf(tenant, start, random, rateOf));
      }
    }
  }
  for (const call of inventCapturedCalls(tables, now)) rows.push(...capturedLegs(tenants, call, rateOf));
  const inOrder = rows.toSorted((a, b) => a.start_time.localeCompare(b.start_time));
  return inOrder.map((row, index) => ({ id: index + 1, ...row }));
}

interface TenantLines {
  readonly resellerId: number;
  readonly contractId: number;
  readonly market: Market;
  readonly lines: readonly SeedSubscriber[];
}

/** Lines by reseller, whose country code determines their market. */
function tenantsOf({ numbers = [], subscribers = [], resellers = [], domains = [] }: SeedTables): TenantLines[] {
  const active = new Map(subscribers.filter(({ status }) => status === "active").map((row) => [row.id, row]));
  const domainOf = new Map(domains.map(({ id, domain }) => [id, domain]));
  const primary = numbers.flatMap(({ is_primary, subscriber_id, ...number }) => {
    const subscriber = is_primary ? active.get(subscriber_id) : undefined;
    return subscriber ? [{ ...number, subscriber }] : [];
  });
  return resellers.flatMap(({ id, contract_id }) => {
    const own = primary.filter(({ reseller_id }) => reseller_id === id);
    const market = markets.find(({ cc }) => cc === own[0]?.cc);
    const lines = own.map(({ number, subscriber }): SeedSubscriber => {
      const { id: subscriberId, uuid = null, username, customer_id: customerId } = subscriber;
      return {
        subscriberId,
        uuid,
        username,
        domain: domainOf.get(subscriber.domain_id),
        customerId,
        number: number ?? "",
      };
    });
    return market ? [{ resellerId: id, contractId: contract_id, market, lines }] : [];
  });
}

/** Prices calls by the fees of the profile that the caller's customer had then. */
function raterOf({ customers = [], billingprofiles = [], billingfees = [], billingzones = [] }: SeedTables): RateOf {
  const zoneOf = new Map(billingzones.map(({ id, zone }) => [id, zone]));
  const intervals = new Map(customers.map((row) => [row.id, intervalsOf(row)]));
  const tariffs = new Map(
    billingprofiles.map((profile) => {
      const fees = billingfees.filter(({ billing_profile_id }) => billing_profile_id === profile.id);
      return [profile.id, new Tariff(profile, fees.map(toFee), defaultSettings.timeZone)];
    }),
  );
  return ({ from, caller, callee }, { start, seconds }) => {
    const instant = new Date(start);
    const tariff = tariffs.get(findProfileIdAt(intervals.get(from?.customerId ?? 0) ?? [], instant) ?? 0);
    const question = { direction: "out", source: { user: caller }, destination: { user: callee } } as const;
    const rated = tariff?.rate({ ...question, start: instant, duration: seconds });
    if (!rated) return null;
    const { fee } = rated.match;
    return {
      cents: amountToCents(rated.rating.cost),
      feeId: fee.id,
      zoneId: fee.billing_zone_id,
      zone: zoneOf.get(fee.billing_zone_id),
    };
  };
}

function callsIn(lines: number, instant: Date, zone: string): number {
  const { year, month, day, hour } = wallTime(instant, zone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const share = (HOURS[hour] ?? 0) / BUSY_HOUR;
  return (lines / 100) * CALLS_PER_HUNDRED * share * (weekday === 0 || weekday === 6 ? WEEKEND : 1);
}

/** The call, and the one that it was forwarded by if nobody answered. */
function legsOf(tenant: TenantLines, start: number, random: Random, rateOf: RateOf): SeedDraft<"calls">[] {
  const call = inventCall(tenant.market, tenant.lines, random);
  const status = outcomeOf(random);
  const callId = `${random.digits(10)}@sip.example`;
  const ring = random.integer(2, 28) * 1000;
  const first: Timing = { callId, start, ring, status, seconds: status === "ok" ? lengthOf(random, 520) : 0 };
  const leg = legOf(tenant, call, first, rateOf);
  const { to } = call;
  if (status !== "noanswer" || !to) return [leg];
  const further: Timing = { callId: `${callId}_b2b-1`, start, ring: 0, status: "ok", seconds: lengthOf(random, 90) };
  const kind = random.next();
  if (kind < VOICEBOX_SHARE) {
    const service = { user: `vmu${to.number}`, domain: "voicebox.local" };
    return [leg, legOf(tenant, { ...call, type: "cft", service }, further, rateOf)];
  }
  if (kind > VOICEBOX_SHARE + FORWARD_SHARE) return [leg];
  const callee = outsider(tenant.market, random);
  return [leg, legOf(tenant, { from: to, caller: to.number, callee, type: "cft" }, further, rateOf)];
}

/** Results of captured calls: milliseconds until they were answered or refused, and seconds they lasted. */
const captured = {
  answered: { ring: 6400, status: "ok", seconds: 42 },
  busy: { ring: 120, status: "busy", seconds: 0 },
  repeated: { ring: 4700, status: "ok", seconds: 17 },
  forwarded: { ring: 15_200, status: "noanswer", seconds: 0 },
} as const;
const FORWARDED: Omit<Timing, "callId" | "start"> = { ring: 2900, status: "ok", seconds: 26 };

/** The records of a captured call, so that they lead to its messages. */
function capturedLegs(tenants: readonly TenantLines[], { kind, callId, start, phones }: CapturedCall, rateOf: RateOf) {
  const tenant = tenants.find(({ lines }) =>
    lines.some(({ subscriberId }) => subscriberId === phones.caller.subscriberId),
  );
  const [from, to, third] = [phones.caller, phones.callee, phones.third].map(({ subscriberId }) =>
    tenant?.lines.find((line) => line.subscriberId === subscriberId),
  );
  if (!tenant || !from || !to || !third) return [];
  const first = { callId, ...captured[kind], start: start + captured[kind].ring };
  const leg = legOf(tenant, { from, to, caller: from.number, callee: to.number }, first, rateOf);
  if (kind !== "forwarded") return [leg];
  const further = { callId: `${callId}_b2b-1`, ...FORWARDED, start: first.start + FORWARDED.ring };
  return [
    leg,
    legOf(tenant, { from: to, to: third, caller: to.number, callee: third.number, type: "cft" }, further, rateOf),
  ];
}

function lengthOf(random: Random, longest: number): number {
  return Math.round(8 + longest * random.next() ** 3);
}

/** The record of a call. */
function legOf(tenant: TenantLines, call: InventedCall, timing: Timing, rateOf: RateOf): SeedDraft<"calls"> {
  const { from, to, caller, callee, type = "call", service } = call;
  const { callId, start, ring, status, seconds } = timing;
  const isPaid = status === "ok" && from !== undefined && to === undefined;
  const rated = isPaid ? rateOf(call, timing) : null;
  const cost = rated?.cents ?? 0;
  return {
    source_reseller_id: from ? tenant.resellerId : null,
    source_provider_id: from ? String(tenant.contractId) : null,
    source_customer_id: from?.customerId ?? null,
    source_subscriber_id: from?.subscriberId ?? null,
    source_user_id: from?.uuid ?? null,
    source_user: from?.username ?? caller,
    source_domain: from?.domain ?? "carrier.example",
    source_cli: caller,
    source_clir: false,
    destination_reseller_id: to ? tenant.resellerId : null,
    destination_provider_id: to ? String(tenant.contractId) : null,
    destination_customer_id: to?.customerId ?? null,
    destination_subscriber_id: to?.subscriberId ?? null,
    destination_user_id: to?.uuid ?? null,
    destination_user: service?.user ?? to?.username ?? callee,
    destination_domain: service?.domain ?? to?.domain ?? "carrier.example",
    destination_user_dialed: callee,
    destination_user_in: callee,
    destination_domain_in: to?.domain ?? from?.domain,
    call_type: type,
    call_status: status,
    call_code: codes[status],
    init_time: toRfc3339(new Date(start - ring)),
    start_time: toRfc3339(new Date(start)),
    duration: seconds,
    call_id: callId,
    source_customer_cost: cost,
    source_reseller_cost: roundCents(cost * RESELLER_SHARE),
    source_carrier_cost: roundCents(cost * CARRIER_SHARE),
    source_customer_free_time: 0,
    source_customer_billing_fee_id: rated?.feeId ?? null,
    source_customer_billing_zone_id: rated?.zoneId ?? null,
    source_zone: rated?.zone ?? null,
    destination_customer_cost: 0,
    destination_reseller_cost: 0,
    destination_carrier_cost: 0,
    destination_customer_free_time: 0,
    rating_status: "ok",
    rated_at: toRfc3339(new Date(start + seconds * 1000)),
  };
}

/** Half of the calls are outbound, a third is inbound, and all others are between lines of the reseller. */
function inventCall(market: Market, lines: readonly SeedSubscriber[], random: Random): InventedCall {
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
  const { numbers, free } = random.chance(0.85) ? home : random.pick(markets);
  return numbers + random.digits(free);
}

/** To a hundredth of a cent. */
function roundCents(cents: number): number {
  return Math.round(cents * 100) / 100;
}

function outcomeOf(random: Random): Outcome {
  let remaining = random.next();
  for (const [status, share] of outcomes) {
    if (remaining < share) return status;
    remaining -= share;
  }
  return "other";
}

const MINUTE_MS = 60_000;
const EACH = 3;
/** The ways to report calls: by a feature code during the call, or in the customer self-care panel. */
const SOURCES = ["mcid", "csc"] as const;

/** Reported calls: the latest external calls to lines of each reseller. */
export function buildMaliciousCalls(
  { subscribers = [], resellers = [] }: SeedTables,
  calls: readonly SeedRow<"calls">[],
): readonly SeedRow<"maliciouscalls">[] {
  const random = new Random(112);
  const uuids = new Map(subscribers.map(({ id, uuid }) => [id, uuid]));
  const reported = calls.filter(
    (call) => call.source_subscriber_id === null && call.call_status === "ok" && call.duration < 40,
  );
  const chosen = resellers.flatMap(({ id: reseller_id }) => {
    const received = reported.filter((call) => call.destination_reseller_id === reseller_id);
    return received.slice(-EACH).map((call) => ({ call, reseller_id }));
  });
  return chosen.map(({ call, reseller_id }, index) => {
    const { call_id, start_time, duration } = call;
    const end = Date.parse(start_time) + duration * 1000;
    return {
      id: index + 1,
      reseller_id,
      callee_uuid: uuids.get(call.destination_subscriber_id ?? 0),
      call_id,
      caller: call.source_cli ?? "",
      callee: call.destination_user_in ?? "",
      start_time,
      duration,
      source: SOURCES[index % SOURCES.length],
      reported_at: toRfc3339(new Date(end + random.integer(1, 9) * MINUTE_MS)),
    };
  });
}
