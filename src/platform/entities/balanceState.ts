import { type Kysely, sql } from "kysely";
import { amountFromUnits, amountToUnits } from "../../core/amount.ts";
import {
  type BalanceContract,
  type BalanceProfile,
  type BalanceRow,
  type BalanceState,
  type ProfileMapping,
  type ProfilePackage,
  toPackage,
} from "../../core/balances/balance.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { anyOf } from "../db/statements.ts";
import type { Reading, Row, Work } from "../entityHooks.ts";
import { intervalsOf } from "./billing.ts";
import type { Interval } from "./billingIntervals.ts";

/** A customer's balance as it was stored last. */
export interface StoredBalance {
  readonly customer: Row<"customers">;
  readonly contract: BalanceContract;
  readonly state: BalanceState;
}

/** The package lists whose profiles an event may start. */
const LISTS = ["initial_profiles", "topup_profiles", "underrun_profiles"] as const;

/** Loads the balance of a customer, with the profiles of its package and of one that an event changes to. */
export async function loadBalance(
  { db, timeZone }: Pick<Reading | Work, "db" | "timeZone">,
  customer: Row<"customers">,
  next: ProfilePackage | null = null,
): Promise<StoredBalance> {
  const held = customer.profile_package_id === null ? null : await packageOf(db, customer.profile_package_id);
  const mappings = intervalsOf(customer).map(toMapping);
  const listed = [held, next].flatMap((one) => LISTS.flatMap((list) => one?.[list] ?? []));
  const profiles = await profilesOf(db, [...mappings, ...listed]);
  const contract = {
    created: createdAt(customer),
    zone: (await zoneOf(db, customer.contact_id)) ?? timeZone,
    serverZone: timeZone,
    profileOf: (id: number) => profiles.get(id) ?? { id, interval_free_cash: 0, interval_free_time: 0 },
  };
  return {
    customer,
    contract,
    state: { package: held, rows: await rowsOf(db, customer.id), mappings, lock_level: null },
  };
}

/** A profile package as balances need it. */
export async function packageOf(db: Kysely<Tables>, id: number): Promise<ProfilePackage | null> {
  const row = await db.selectFrom("profilepackages").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? toPackage(row) : null;
}

/** A stored interval as a mapping, and back. */
export function toMapping({ profile_id, network_id, start, stop, effective_start_time }: Interval): ProfileMapping {
  return {
    profile_id,
    network_id: network_id ?? null,
    start: start === null ? null : new Date(start),
    stop: stop === null ? null : new Date(stop),
    effective: new Date(effective_start_time),
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

/** The columns of a row that balances know. */
export function columnsOf(row: BalanceRow) {
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

/** The rows that a state needs: the last with a top-up, or the first; the one after it; and the last. */
async function rowsOf(db: Kysely<Tables>, customerId: number): Promise<BalanceRow[]> {
  const own = sql`from balanceintervals where customer_id = ${customerId}`;
  const { rows } = await sql<Row<"balanceintervals">>`
    with counted as (
      select coalesce(
        (select max(start) ${own} and topup_count > 0),
        (select min(start) ${own})) as start)
    select * ${own} and start in (
      (select start from counted),
      (select min(start) ${own} and start > (select start from counted)),
      (select max(start) ${own}))
    order by start`.execute(db);
  return rows.map(toBalanceRow);
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

async function zoneOf(db: Kysely<Tables>, contactId: number): Promise<string | null | undefined> {
  const contact = await db.selectFrom("contacts").select("timezone").where("id", "=", contactId).executeTakeFirst();
  return contact?.timezone;
}

/** Customers of older data may not say: the first profile began then. */
export function createdAt(customer: Row<"customers">): Date {
  if (customer.create_timestamp !== null) return new Date(customer.create_timestamp);
  return new Date(
    Math.min(...intervalsOf(customer).map(({ effective_start_time }) => Date.parse(effective_start_time))),
  );
}
