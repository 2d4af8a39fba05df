import type { FastifyInstance, FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { idOf } from "../../../core/schema/ids.ts";
import { type ZoneCost, type ZoneDirection, zoneDirections } from "../../../core/telephony/zoneCosts.ts";
import { type FieldError, fieldError, validationFailed } from "../../../core/validation/errors.ts";
import { parseWireInstant, startOfDay, wallTime } from "../../../core/values/dateTime.ts";
import { anyOf } from "../../db/statements.ts";
import { type CollectionPage, collectionPath, itemPath, toCollection, toItem } from "../../http/hal.ts";
import { type ItemRequest, parseId, type Query, queryOf } from "../../http/query.ts";
import type { PlatformContext } from "../../records/context.ts";
import { listRecords } from "../../records/operations/list.ts";
import { planOf, rootAlias } from "../../records/plan/resourcePlan.ts";
import { selectByIds, visibleTo } from "../../records/query/selectRows.ts";
import type { Actor, ReadContext } from "../../resourceHooks.ts";
import { callSides } from "../calls/callSides.ts";
import { currencyOfCall, currencyOfCustomer, currencyOfReseller } from "./currencies.ts";

const NAME = "customerzonecosts";

interface ZoneCostQuery {
  readonly from: Date;
  /** Inclusive, to the second. */
  readonly to: Date;
  readonly direction: ZoneDirection;
  readonly subscriber: number | undefined;
}

/**
 * `GET /api/customerzonecosts/` and `/{customer}`: what a customer's answered calls cost in each zone, except for those
 * within the customer. Optional: `start` and `end` (`YYYY-MM-DDThhmmss`; by default this month), `direction` and
 * `subscriber_id`. Requires the right to read fraud limits.
 */
export function registerCustomerZoneCosts(app: FastifyInstance, context: PlatformContext): void {
  const { descriptor } = planOf(context.plans, "customerfraudpreferences");
  const readContextOf = async (request: FastifyRequest) =>
    context.readAs(await context.callerWith(request, "read", descriptor));

  app.get(collectionPath(NAME), async (request) => {
    const readContext = await readContextOf(request);
    const query = queryOf(request);
    const costQuery = await readCostQuery(context, readContext, query);
    const page = await pageOfCustomers(context, readContext, query);
    const ids = page.records.map((record) => Number(idOf(record)));
    return toCollection(
      NAME,
      collectionPath(NAME),
      { ...page, records: await costsOf(readContext, ids, costQuery) },
      query,
    );
  });

  app.get(itemPath(NAME, ":id"), async (request: ItemRequest) => {
    const readContext = await readContextOf(request);
    const { id } = await context.findVisible(readContext, "customers", parseId(request.params.id) ?? 0);
    const [record = {}] = await costsOf(readContext, [id], await readCostQuery(context, readContext, queryOf(request)));
    return toItem(NAME, record);
  });
}

/** A page of the customers that the caller sees. */
function pageOfCustomers(
  { plans, settings }: PlatformContext,
  context: ReadContext,
  query: Query,
): Promise<CollectionPage> {
  const requestedId = query.get("customer_id");
  return listRecords(context, {
    plan: planOf(plans, "customers"),
    plans,
    query: new Map([...query].filter(([name]) => name === "page" || name === "rows")),
    maxRows: settings.maxRows,
    conditions: requestedId === undefined ? [] : [sql<boolean>`${sql.ref(`${rootAlias}.id`)}::text = ${requestedId}`],
  });
}

async function costsOf(context: ReadContext, ids: readonly number[], costQuery: ZoneCostQuery): Promise<WireRecord[]> {
  const { db, actor } = context;
  const { from: start, to, direction, subscriber } = costQuery;
  const side = direction === "in_out" ? sql`` : sql`and direction = ${direction}`;
  const ofSubscriber = subscriber === undefined ? sql`` : sql`and subscriber_id = ${subscriber}`;
  const { rows } = await sql<ZoneCost & { customer_id: number; zone: string; currency: string | null }>`
    select customer_id, zone, ${currencyOfCall(sql.ref("paid.fee_id"), sql.ref("paid.customer_id"))} as currency,
      sum(customercost) as customercost, sum(resellercost) as resellercost, sum(carriercost) as carriercost,
      sum(duration) as duration, sum(free_time)::integer as free_time, sum(number)::integer as number
    from (
      select customer_id, coalesce(zone, '') as zone, fee_id,
        coalesce(sum(customer_cost), 0)::float8 as customercost,
        coalesce(sum(reseller_cost), 0)::float8 as resellercost,
        coalesce(sum(carrier_cost), 0)::float8 as carriercost,
        coalesce(sum(duration_seconds), 0)::float8 as duration,
        coalesce(sum(customer_free_time), 0) as free_time, count(*) as number
      from ${callSides} as calls
      where is_listed and customer_id = ${anyOf(ids)} and status = 'ok' and not intra_customer
        and start_time >= ${start} and start_time < ${to}::timestamptz + interval '1 second' ${side} ${ofSubscriber}
      group by 1, 2, 3
    ) as paid
    group by 1, 2, 3 order by 1, 3, 2`.execute(db);
  const payer = sql.ref("payer.id");
  const { rows: currencies } = await sql<{ id: number; currency: string | null; reseller_currency: string | null }>`
    select payer.id, ${currencyOfCustomer(payer)} as currency,
      ${currencyOfReseller(sql.ref("payer.reseller_id"))} as reseller_currency
    from customers as payer where payer.id = ${anyOf(ids)}`.execute(db);
  return ids.map((id) => {
    const { currency = null, reseller_currency = null } = currencies.find((candidate) => candidate.id === id) ?? {};
    const customerRows = rows.filter(({ customer_id }) => customer_id === id);
    const zonesIn = (code: string | null) =>
      Object.fromEntries(
        customerRows.filter((row) => row.currency === code).map((row) => [row.zone, costIn(actor, row)]),
      );
    const former = [...new Set(customerRows.map((row) => row.currency))].filter((code) => code !== currency);
    return {
      ...{ id, customer_id: id, zones: zonesIn(currency), currency, reseller_currency },
      ...(former.length > 0 && { former: former.map((code) => ({ currency: code, zones: zonesIn(code) })) }),
    };
  });
}

/** Leaves out what carriers are paid, unless the caller is of the platform. */
function costIn({ resellerId }: Actor, { carriercost = 0, ...cost }: ZoneCost): Json {
  const { customercost, resellercost, duration, free_time, number } = cost;
  const costs = { customercost, resellercost, duration, free_time, number };
  return resellerId === null ? { ...costs, carriercost } : costs;
}

/** Throws 422 with all that is wrong with the query. */
async function readCostQuery({ plans }: PlatformContext, context: ReadContext, query: Query): Promise<ZoneCostQuery> {
  const { db, actor, now, timeZone } = context;
  const { year, month } = wallTime(now, timeZone);
  const monthFrom = (number: number) => startOfDay({ year, month: number, day: 1 }, timeZone);
  const errors: FieldError[] = [];
  const instant = (name: string, usual: Date): Date => {
    const text = query.get(name);
    if (text === undefined) return usual;
    const parsed = parseCompact(text, timeZone);
    // Databases have no year 0.
    if (!parsed || parsed.getTime() < 0) errors.push(fieldError(`/${name}`, "format", { format: "date-time" }));
    return parsed ?? usual;
  };
  const start = instant("start", monthFrom(month));
  const to = instant("end", new Date(monthFrom(month + 1).getTime() - 1000));
  const requested = query.get("direction") ?? "in_out";
  const direction = zoneDirections.find((candidate) => candidate === requested);
  if (!direction) errors.push(fieldError("/direction", "enum", { allowedValues: [...zoneDirections] }));
  const subscriber = query.get("subscriber_id");
  if (subscriber !== undefined) {
    const plan = planOf(plans, "subscribers");
    const ids = /^\d{1,9}$/.test(subscriber) ? [Number(subscriber)] : [];
    const [row] = await selectByIds(db, plan, ids, visibleTo(plan, actor));
    if (!row) errors.push(fieldError("/subscriber_id", "reference", { resource: "subscribers" }));
  }
  if (errors.length > 0) throw validationFailed(errors);
  return {
    from: start,
    to,
    direction: direction ?? "in_out",
    subscriber: subscriber === undefined ? undefined : Number(subscriber),
  };
}

/** `YYYY-MM-DDThhmmss` on the clock of the platform. */
function parseCompact(text: string, zone: string): Date | null {
  const [, date, hour, minute, second] = /^(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  return date === undefined ? null : parseWireInstant(`${date} ${hour}:${minute}:${second}`, zone);
}
