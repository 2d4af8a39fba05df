import { type Kysely, sql } from "kysely";
import {
  type BalanceContract,
  type BalanceProfile,
  type BalanceRow,
  type BalanceState,
  type ProfileMapping,
  type ProfilePackage,
  toPackage,
} from "../../../core/telephony/balances/balance.ts";
import { amountFromUnits, amountToUnits } from "../../../core/values/amount.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { groupBy } from "../../../core/values/groupBy.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { anyOf } from "../../db/statements.ts";
import { valuesById } from "../../db/valuesById.ts";
import type { HookContext, ReadContext, Row } from "../../resourceHooks.ts";
import { intervalsOf } from "../billing/billing.ts";
import type { Interval } from "../billing/billingIntervals.ts";

export interface StoredBalance {
  readonly customer: Row<"customers">;
  readonly contract: BalanceContract;
  readonly state: BalanceState;
}

/** The package lists whose profiles an event may start. */
const LISTS = ["initial_profiles", "topup_profiles", "underrun_profiles"] as const;

type BalanceLoadContext = Pick<ReadContext | HookContext, "db" | "timeZone">;

/** Loads the balance of a customer, with the profiles of its package and of one that an event changes to. */
export async function loadBalance(
  loading: BalanceLoadContext,
  customer: Row<"customers">,
  next: ProfilePackage | null = null,
): Promise<StoredBalance> {
  const [balance] = await loadBalances(loading, [customer], next);
  if (!balance) throw new Error("the balance was not loaded");
  return balance;
}

/** Loads the balances of many customers, pairwise, with as many queries as for one. */
export async function loadBalances(
  { db, timeZone }: BalanceLoadContext,
  customers: readonly Row<"customers">[],
  next: ProfilePackage | null = null,
): Promise<StoredBalance[]> {
  if (customers.length === 0) return [];
  const packages = await packagesOf(
    db,
    customers.flatMap(({ profile_package_id }) => profile_package_id ?? []),
  );
  const mappings = customers.map((customer) => intervalsOf(customer).map(toMapping));
  const listed = [...packages.values(), next].flatMap((pkg) => LISTS.flatMap((list) => pkg?.[list] ?? []));
  const profiles = await profilesOf(db, [...mappings.flat(), ...listed]);
  const contacts = customers.map(({ contact_id }) => contact_id);
  const zones = await valuesById<string | null>(db, "contacts", "timezone", contacts);
  const rows = await rowsOf(
    db,
    customers.map(({ id }) => id),
  );
  return customers.map((customer, index) => ({
    customer,
    contract: {
      created: createdAt(customer),
      zone: zones.get(customer.contact_id) ?? timeZone,
      serverZone: timeZone,
      profileOf: (id) => profiles.get(id) ?? { id, interval_free_cash: 0, interval_free_time: 0 },
    },
    state: {
      package: packages.get(customer.profile_package_id ?? 0) ?? null,
      rows: rows.get(customer.id) ?? [],
      mappings: mappings[index] ?? [],
      lock_level: null,
    },
  }));
}

export async function packageOf(db: Kysely<Tables>, id: number): Promise<ProfilePackage | null> {
  return (await packagesOf(db, [id])).get(id) ?? null;
}

/** Loads several packages, by id. */
export async function packagesOf(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ProfilePackage>> {
  const distinctIds = [...new Set(ids)];
  if (distinctIds.length === 0) return new Map();
  const rows = await db.selectFrom("profilepackages").selectAll().where("id", "=", anyOf(distinctIds)).execute();
  return new Map(rows.map((row) => [row.id, toPackage(row)]));
}

/** A stored interval as a mapping, and back. */
function toMapping({ profile_id, network_id, start, stop, effective_start_time }: Interval): ProfileMapping {
  return {
    profile_id,
    network_id: network_id ?? null,
    start: start ? new Date(start) : null,
    stop: stop ? new Date(stop) : null,
    effective: new Date(effective_start_time ?? Number.NaN),
  };
}

export function fromMapping({ profile_id, network_id, start, stop, effective }: ProfileMapping): Interval {
  return {
    profile_id,
    ...(network_id === null ? {} : { network_id }),
    start: start && toRfc3339(start),
    stop: stop && toRfc3339(stop),
    effective_start_time: toRfc3339(effective),
  };
}

export function toBalanceColumns(row: BalanceRow) {
  return {
    start: toRfc3339(row.start),
    stop: row.end && toRfc3339(row.end),
    cash_balance: amountToUnits(row.cash_balance),
    initial_cash_balance: amountToUnits(row.initial_cash_balance),
    cash_debit: amountToUnits(row.cash_balance_interval),
    free_time_balance: row.free_time_balance,
    initial_free_time_balance: row.initial_free_time_balance,
    free_time_spent: row.free_time_balance_interval,
    topup_count: row.topup_count,
    timely_topup_count: row.timely_topup_count,
    underrun_profiles: row.underrun_profiles && toRfc3339(row.underrun_profiles),
    underrun_lock: row.underrun_lock && toRfc3339(row.underrun_lock),
  };
}

export function toBalanceRow(row: Row<"balanceintervals">): BalanceRow & { readonly id: number } {
  const instant = (value: unknown) => (value === null ? null : new Date(String(value)));
  return {
    id: row.id,
    start: new Date(row.start),
    end: instant(row.stop),
    cash_balance: amountFromUnits(row.cash_balance),
    initial_cash_balance: amountFromUnits(row.initial_cash_balance),
    cash_balance_interval: amountFromUnits(row.cash_debit),
    free_time_balance: row.free_time_balance,
    initial_free_time_balance: row.initial_free_time_balance,
    free_time_balance_interval: row.free_time_spent,
    topup_count: row.topup_count,
    timely_topup_count: row.timely_topup_count,
    underrun_profiles: instant(row.underrun_profiles),
    underrun_lock: instant(row.underrun_lock),
  };
}

/** The rows that states need, by customer: the last with a top-up, or the first; the one after it; and the last. */
async function rowsOf(
  db: Kysely<Tables>,
  customerIds: readonly number[],
): Promise<ReadonlyMap<number, readonly BalanceRow[]>> {
  const intervalsOfOwner = sql`from balanceintervals where customer_id = owner.id`;
  const { rows } = await sql<Row<"balanceintervals">>`
    select kept.* from unnest(${[...customerIds]}::integer[]) as owner(id)
      cross join lateral (select coalesce(
        (select max(start) ${intervalsOfOwner} and topup_count > 0),
        (select min(start) ${intervalsOfOwner})) as start) as counted
      cross join lateral (
        select counted.start union select min(start) ${intervalsOfOwner} and start > counted.start
        union select max(start) ${intervalsOfOwner}) as wanted
      join balanceintervals as kept on kept.customer_id = owner.id and kept.start = wanted.start
    order by kept.customer_id, kept.start`.execute(db);
  const byCustomer = groupBy(rows, ({ customer_id }) => customer_id);
  return new Map([...byCustomer].map(([id, customerRows]) => [id, customerRows.map(toBalanceRow)]));
}

async function profilesOf(
  db: Kysely<Tables>,
  listed: readonly { readonly profile_id: number }[],
): Promise<ReadonlyMap<number, BalanceProfile>> {
  const ids = [...new Set(listed.map(({ profile_id }) => profile_id))];
  const rows = await db
    .selectFrom("billingprofiles")
    .select(["id", "interval_free_cash", "interval_free_time"])
    .where("id", "=", anyOf(ids))
    .execute();
  return new Map(
    rows.map(({ id, interval_free_cash, interval_free_time }) => [
      id,
      { id, interval_free_cash: interval_free_cash ?? 0, interval_free_time: interval_free_time ?? 0 },
    ]),
  );
}

/** Customers of older data may not say: the first profile began then. */
function createdAt(customer: Row<"customers">): Date {
  if (customer.create_timestamp !== null) return new Date(customer.create_timestamp);
  return new Date(
    Math.min(...intervalsOf(customer).map(({ effective_start_time }) => Date.parse(effective_start_time ?? ""))),
  );
}
