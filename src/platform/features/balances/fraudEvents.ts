import { type RawBuilder, sql } from "kysely";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isStorableId } from "../../../core/schema/ids.ts";
import { startOfDay, toWireDate, type WallTime, wallTime } from "../../../core/values/dateTime.ts";
import { plainFormats } from "../../../core/values/plainFormats.ts";
import { anyOf } from "../../db/statements.ts";
import type { Query } from "../../http/query.ts";
import type { ReadContext } from "../../resourceHooks.ts";
import { profileInForce } from "../billing/billing.ts";
import { currencyOfCall, currencyOfCustomer } from "../billing/currencies.ts";

/** No call is older or younger, and databases have no year 0. */
const [FIRST, LAST] = ["1970-01-02", "2999-12-31"];
/** An id is the customer's, times this, and the number of its day since 1970, twice; one more for a month. */
const PLACES = 2 ** 20;
const DAY = 24 * 60 * 60 * 1000;

/** Whether calls were rated in the currency of the customer's limits; those in a former one do not count. */
const isOfToday = sql<boolean>`${currencyOfCall(sql.ref("paid.fee_id"), sql.ref("paid.customer_id"))}
  is not distinct from ${currencyOfCustomer(sql.ref("paid.customer_id"))}`;

/** The period by which calls are counted; `date` is the day, or the first of the month. */
interface Period {
  readonly interval: "day" | "month";
  readonly date: string;
}

/**
 * Finds customers who have reached a limit: on a day (by default today), on the day before, or in the month of that
 * day. What is counted is the cost of calls made, by the day on which they ended; limits are those in force now.
 */
export async function findFraudEvents(
  { db, actor, now, timeZone }: ReadContext,
  query: Query,
): Promise<readonly WireRecord[]> {
  const periods = periodsIn(query, wallTime(now, timeZone));
  if (!periods) return [];
  const midnight = (date: string) => startOfDay(toDay(date), timeZone);
  const [from, until] = [midnight(periods.first), midnight(periods.next)];
  const ofReseller = actor.resellerId === null ? sql`` : sql`and customers.reseller_id = ${actor.resellerId}`;
  const ids = query.get("id");
  const customers = ids === undefined ? sql`` : sql`and customers.id = ${anyOf(numbersIn(ids).map(customerOf))}`;
  // No call takes longer than a day: the index on the start limits what is read.
  const { rows } = await sql<WireRecord>`
    with paid as materialized (
      select calls.source_customer_id as customer_id, period.name as period, period.first,
        calls.source_customer_billing_fee_id as fee_id,
        sum(calls.source_customer_cost) as customer_cost, sum(calls.source_reseller_cost) as reseller_cost
      from calls
      cross join lateral (select calls.start_time + calls.duration * interval '1 second' as at) as ended
      cross join lateral (select (ended.at at time zone ${timeZone}::text)::date as day) as local
      cross join lateral (values ('day', local.day), ('month', date_trunc('month', local.day)::date))
        as period (name, first)
      join customers on customers.id = calls.source_customer_id and customers.status = 'active'
        ${ofReseller} ${customers}
      where calls.source_customer_cost > 0
        and calls.start_time >= ${from}::timestamptz - interval '1 day' and calls.start_time < ${until}
        and ended.at >= ${from} and ended.at < ${until}
        and ${periods.isIn}
      group by 1, 2, 3, 4
    ), costs as materialized (
      select customer_id, period, first,
        sum(customer_cost) filter (where ${isOfToday}) as customer_cost, sum(reseller_cost) as reseller_cost
      from paid group by 1, 2, 3
    )
    select event.* from (
      select (costs.customer_id::bigint * ${sql.lit(PLACES)} + (costs.first - date '1970-01-01') * 2
          + (costs.period = 'month')::integer)::float8 as id,
        costs.customer_id as contract_id, customers.reseller_id, costs.period as ${sql.ref("interval")},
        costs.first::text as date,
        case limits.source when 'customer' then 'account_limit' else 'profile_limit' end as type,
        round(counted.cost, 2)::float8 as interval_cost, limits.${sql.ref("limit")}::float8 as interval_limit,
        nullif(limits.lock, 0) as interval_lock, limits.notify as interval_notify,
        coalesce(limits.use_reseller_rates, false)::integer as use_reseller_rates,
        coalesce(notices.status, 'new') as notify_status, notices.notified_at
      from costs
      join customers on customers.id = costs.customer_id
      join (${limitsInForce(now, sql`customers.id in (select customer_id from costs)`)}) as limits
        on limits.customer_id = costs.customer_id and limits.period = costs.period
      left join fraudnotices as notices on notices.customer_id = costs.customer_id
        and notices.period = costs.period and notices.first = costs.first::text
      cross join lateral (
        select case when limits.use_reseller_rates then costs.reseller_cost else costs.customer_cost end as cost
      ) as counted
      where limits.${sql.ref("limit")} > 0 and counted.cost >= limits.${sql.ref("limit")}
    ) as event`.execute(db);
  return rows;
}

type Day = Pick<WallTime, "year" | "month" | "day">;

/** The periods that a query is about. */
interface FraudPeriods {
  /** The first day of them, and the one after the last. */
  readonly first: string;
  readonly next: string;
  /** Whether a `period` is one of them. */
  readonly isIn: RawBuilder<boolean>;
}

/** Those of the query's ids, of its date, or all with a day in its range; none for what is none, like any filter. */
function periodsIn(query: Query, today: Day): FraudPeriods | undefined {
  const ids = query.get("id");
  if (ids !== undefined) return oneOf(numbersIn(ids).map(periodOf));
  const [date, from, until] = ["date", "date_ge", "date_le"].map((name) => query.get(name)?.slice(0, 10) || undefined);
  const dates = [date, from, until].filter((text) => text !== undefined);
  if (dates.some((text) => !(plainFormats.date(text) && text >= FIRST && text <= LAST))) return undefined;
  if (from !== undefined || until !== undefined) return within(from ?? FIRST, until ?? dateOf(today));
  const day = date === undefined ? today : toDay(date);
  return oneOf([
    { interval: "day", date: dateOf(day) },
    { interval: "day", date: dateOf({ ...day, day: day.day - 1 }) },
    { interval: "month", date: dateOf({ ...day, day: 1 }) },
  ]);
}

function oneOf(periods: readonly Period[]): FraudPeriods | undefined {
  const [first] = periods.map(({ date }) => date).toSorted();
  const next = periods.map(periodEnd).toSorted().at(-1);
  if (first === undefined || next === undefined) return undefined;
  const keys = periods.map(({ interval, date }) => sql`(${interval}, ${date})`);
  return { first, next, isIn: sql`(period.name, period.first::text) in (${sql.join(keys)})` };
}

function within(from: string, until: string): FraudPeriods | undefined {
  if (from > until) return undefined;
  const first = dateOf({ ...toDay(from), day: 1 });
  return {
    first,
    next: periodEnd({ interval: "month", date: until }),
    isIn: sql`period.first >= (case period.name when 'day' then ${from}::date else ${first}::date end)
      and period.first <= ${until}::date`,
  };
}

const numbersIn = (ids: string): number[] =>
  ids
    .split(",")
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && isStorableId(customerOf(id)));

const customerOf = (id: number): number => Math.floor(id / PLACES);

function periodOf(id: number): Period {
  const index = id % PLACES;
  const date = toWireDate(new Date(Math.floor(index / 2) * DAY));
  return { interval: index % 2 === 1 ? "month" : "day", date };
}

function periodEnd({ interval, date }: Period): string {
  const { year, month, day } = toDay(date);
  return interval === "month" ? dateOf({ year, month: month + 1, day: 1 }) : dateOf({ year, month, day: day + 1 });
}

function toDay(date: string): Day {
  const [year = 0, month = 0, day = 0] = date.split("-").map(Number);
  return { year, month, day };
}

/** `YYYY-MM-DD`; days and months beyond the end of theirs go on in the next. */
function dateOf({ year, month, day }: Day): string {
  return toWireDate(new Date(Date.UTC(year, month - 1, day)));
}

/** The spans of time that fraud limits apply to, each with the part of its fields' names. */
export const fraudPeriods = [
  ["month", "interval"],
  ["day", "daily"],
] as const;
type FraudPeriod = (typeof fraudPeriods)[number][0];

/** A limit in force for a customer: one row for each period. */
interface LimitInForce {
  readonly customer_id: number;
  readonly period: FraudPeriod;
  readonly source: "customer" | "billing_profile";
  /** Cents; null: none. */
  readonly limit: number | null;
  readonly lock: number | null;
  readonly notify: string | null;
  readonly use_reseller_rates: boolean | null;
}

/**
 * The limits of some customers at an instant; `which` is a condition on `customers`. A customer with a limit for a
 * period, other than 0, also has its own lock and alerts; otherwise all three are those of the billing profile in
 * force.
 */
export function limitsInForce(now: Date, which: RawBuilder<unknown>): RawBuilder<LimitInForce> {
  const values = fraudPeriods.map(([period, part]) => {
    const fieldsOf = (table: string) =>
      ["limit", "lock", "notify"].map((name) => sql.ref(`${table}.fraud_${part}_${name}`));
    return sql`(${sql.lit(period)}, ${sql.join([...fieldsOf("own"), ...fieldsOf("profile")])})`;
  });
  const inForce = (name: string) =>
    sql`case when given.own_limit > 0 then ${sql.ref(`given.own_${name}`)} else ${sql.ref(`given.profile_${name}`)} end
      as ${sql.ref(name)}`;
  return sql<LimitInForce>`select customers.id as customer_id, given.period,
      case when given.own_limit > 0 then 'customer' else 'billing_profile' end as source,
      ${sql.join(["limit", "lock", "notify"].map(inForce))},
      profile.fraud_use_reseller_rates as use_reseller_rates
    from customers
    left join customerfraudpreferences as own on own.id = customers.id
    left join billingprofiles as profile
      on profile.id = ${profileInForce(sql.ref("customers.all_billing_profiles"), sql`${now}::timestamptz`)}
    cross join lateral (values ${sql.join(values)})
      as given (period, own_limit, own_lock, own_notify, profile_limit, profile_lock, profile_notify)
    where ${which}`;
}
