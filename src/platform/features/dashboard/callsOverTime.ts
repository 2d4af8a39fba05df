import { type RawBuilder, sql } from "kysely";
import type { CallGrouping, CallSums, CallsBucket, CallsGroup } from "../../../core/api/dashboardResponse.ts";
import { legSuffix } from "../../../core/telephony/sip/callId.ts";
import { startOfDay, toRfc3339, wallTime } from "../../../core/values/dateTime.ts";
import { anyOf } from "../../db/statements.ts";
import { type ResourcePlan, rootAlias } from "../../records/plan/resourcePlan.ts";
import { type Conditions, columnFor, from, visibleTo, whereAll } from "../../records/query/selectRows.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { currencyOfCall } from "../billing/currencies.ts";

interface CallsOverTime {
  readonly by: BucketUnit;
  readonly tz: string;
  /** RFC 3339: start of the first bucket and end of the last. */
  readonly from: string;
  readonly to: string;
  readonly buckets: readonly CallsBucket[];
}

export interface CallsPeriod {
  readonly from: Date;
  readonly to: Date;
  readonly by: BucketUnit;
  readonly tz: string;
}

/**
 * The caller's calls per hour or day of a zone, empty hours included; `among`: only those that these conditions hold for.
 */
export async function countCallsOverTime(
  context: ReadContext,
  calls: ResourcePlan,
  period: CallsPeriod,
  among: Conditions = [],
): Promise<CallsOverTime> {
  const { by, tz } = period;
  const starts = bucketStarts(period.from, period.to, by, tz);
  const first = starts[0] ?? period.from;
  const end = nextStart(starts.at(-1) ?? first, by, tz);
  const bounds = starts.map(toRfc3339);
  const bucket = sql`width_bucket(${column("start_time")}, ${sql`array[${sql.join(bounds)}]::timestamptz[]`}) - 1`;
  const rows = await sumCalls(context, calls, { from: first, to: end }, bucket, among);
  const sums = new Map(rows.map((row) => [row.key, row]));
  const buckets = bounds.map((start, index) => {
    const { key: _, ...found } = sums.get(String(index)) ?? { key: "", ...noCalls };
    return { start, ...found };
  });
  return { by, tz, from: toRfc3339(first), to: toRfc3339(end), buckets };
}

/** The largest groups are returned; further ones would be noise. */
export const MAX_GROUPS = 50;

/** The caller's calls in groups, those with the most calls first. Calls that belong to no group are left out. */
export async function groupCalls(
  context: ReadContext,
  calls: ResourcePlan,
  within: Pick<CallsPeriod, "from" | "to">,
  grouping: CallGrouping,
): Promise<CallsGroup[]> {
  const { key, among = [] } = groupings[grouping];
  const sums = (await sumCalls(context, calls, within, key, among)).slice(0, MAX_GROUPS);
  if (grouping !== "reseller" || sums.length === 0) return sums.map((group) => ({ ...group, title: group.key }));
  const resellers = await context.db
    .selectFrom("resellers")
    .select(["id", "name"])
    .where("id", "=", anyOf(sums.map((group) => Number(group.key))))
    .execute();
  const names = new Map(resellers.map(({ id, name }) => [String(id), name]));
  return sums.map((group) => ({ ...group, title: names.get(group.key) ?? group.key }));
}

const column = (name: string) => sql.ref(`${rootAlias}.${name}`);

const groupings: Readonly<Record<CallGrouping, { readonly key: RawBuilder<unknown>; readonly among?: Conditions }>> = {
  result: { key: column("call_status") },
  reseller: { key: sql`coalesce(${column("source_reseller_id")}, ${column("destination_reseller_id")})` },
  peer: {
    key: column("destination_domain"),
    // Calls of lines to where no line is, and no service of the platform either.
    among: [
      sql<boolean>`${column("source_reseller_id")} is not null and ${column("destination_reseller_id")} is null
        and ${column("destination_domain")} not like '%.local'`,
    ],
  },
};

const noCalls: CallSums = { answered: 0, unanswered: 0, duration: 0, costs: {} };

/** Sums by key, the most calls first. The legs of a forwarded call count once. */
async function sumCalls(
  { db, actor }: ReadContext,
  calls: ResourcePlan,
  { from: start, to: end }: Pick<CallsPeriod, "from" | "to">,
  key: RawBuilder<unknown>,
  among: Conditions = [],
): Promise<(CallSums & { readonly key: string })[]> {
  const callId = sql`regexp_replace(${column("call_id")}, ${legSuffix}, '')`;
  const time = column("start_time");
  const inPeriod = [sql<boolean>`${time} >= ${start}`, sql<boolean>`${time} < ${end}`];
  const where = whereAll([...inPeriod, sql<boolean>`${key} is not null`, ...among, ...visibleTo(calls, actor)]);
  const { rows } = await sql<Record<"key" | "calls" | "answered" | "duration", string | number>>`
    select ${key} as key, count(distinct ${callId}) as calls,
      count(distinct ${callId}) filter (where ${column("call_status")} = 'ok') as answered,
      coalesce(sum(${column("duration")}), 0)::float8 as duration
    ${from(calls)} ${where}
    group by 1 order by 2 desc, 1`.execute(db);
  const cost = columnFor(calls, actor, "source_customer_cost");
  const payer = (name: string) => sql.ref(`payer.${name}`);
  // By fee and customer first, as there are far fewer of them than calls.
  const { rows: costs } = await sql<{ key: string | number; currency: string; cost: number }>`
    select key, coalesce(${currencyOfCall(payer("fee"), payer("customer"))}, '') as currency, sum(cost)::float8 as cost
    from (select ${key} as key, ${column("source_customer_billing_fee_id")} as fee,
        ${column("source_customer_id")} as customer, sum(${cost}) as cost
      ${from(calls)} ${where} and ${cost} <> 0 group by 1, 2, 3) as payer
    group by 1, 2 order by 1, 2`.execute(db);
  const costsOf = new Map<string, Record<string, number>>();
  for (const { key: name, currency, cost: cents } of costs)
    costsOf.set(String(name), { ...costsOf.get(String(name)), [currency]: cents });
  return rows.map(({ key: name, calls: all, answered, duration }) => ({
    key: String(name),
    answered: Number(answered),
    unanswered: Number(all) - Number(answered),
    duration: Number(duration),
    costs: costsOf.get(String(name)) ?? {},
  }));
}

export type BucketUnit = "hour" | "day";

const HOUR_MS = 3_600_000;
/** A chart with more bars is unreadable. */
export const MAX_BUCKETS: Readonly<Record<BucketUnit, number>> = { hour: 7 * 24 + 1, day: 62 };

/**
 * Instants at which the hours or days of `zone` start, from the one that contains `from`, all before `to`. Days have 23
 * or 25 hours when clocks change. Stops one beyond the limit.
 */
export function bucketStarts(from: Date, to: Date, step: BucketUnit, zone: string): Date[] {
  const starts: Date[] = [];
  let start = startOf(from, step, zone);
  while (start < to && starts.length <= MAX_BUCKETS[step]) {
    starts.push(start);
    start = nextStart(start, step, zone);
  }
  return starts;
}

/** The end of the last bucket: the start of the next one. */
export function nextStart(start: Date, step: BucketUnit, zone: string): Date {
  if (step === "hour") return new Date(start.getTime() + HOUR_MS);
  const { year, month, day } = wallTime(start, zone);
  return startOfDay({ year, month, day: day + 1 }, zone);
}

function startOf(instant: Date, step: BucketUnit, zone: string): Date {
  const { year, month, day, minute, second } = wallTime(instant, zone);
  if (step === "day") return startOfDay({ year, month, day }, zone);
  const whole = Math.floor(instant.getTime() / 1000) * 1000;
  return new Date(whole - (minute * 60 + second) * 1000);
}
