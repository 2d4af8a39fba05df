import { sql } from "kysely";
import { isStorableId } from "../../../core/schema/ids.ts";
import type {
  BalanceContract,
  BalanceState,
  LockLevel,
  ProfilePackage,
} from "../../../core/telephony/balances/balance.ts";
import { catchUp, dueAt } from "../../../core/telephony/balances/catchUp.ts";
import { balanceChanges } from "../../../core/telephony/balances/changes.ts";
import { amountToUnits } from "../../../core/values/amount.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { insertAll } from "../../db/insertAll.ts";
import { anyOf } from "../../db/statements.ts";
import type {
  HookContext,
  NewJournalEntry,
  ReadContext,
  Refresher,
  RequestedRecords,
  Row,
} from "../../resourceHooks.ts";
import { intervalsOf } from "../billing/billing.ts";
import {
  fromMapping,
  loadBalance,
  loadBalances,
  type StoredBalance,
  toBalanceColumns,
  toBalanceRow,
} from "./balanceState.ts";

/** An event: the balance after it, and more that callers need. */
type BalanceEvent<Result> = (contract: BalanceContract, state: BalanceState, now: Date) => Result;

/** Customers of a list that are brought up to date at once; all others wait for the next round. */
const MAX_CUSTOMERS = 50;

/** Locks a customer: all events of its balance happen one after the other. */
export async function lockCustomer(context: HookContext, id: number): Promise<Row<"customers"> | undefined> {
  return (await lockCustomers(context, [id])).get(id);
}

/** Locks several, in the order of their ids, as a common order prevents deadlocks. */
export async function lockCustomers(
  context: HookContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Row<"customers">>> {
  await sql`select 1 from customers where id = ${anyOf(ids)} order by id for no key update`.execute(context.db);
  return context.loadAll("customers", ids);
}

/** Applies an event to the balance of a locked customer, and stores what it changes. */
export async function applyBalanceEvent<Result extends { readonly state: BalanceState }>(
  context: HookContext,
  customer: Row<"customers">,
  event: BalanceEvent<Result>,
  next: ProfilePackage | null = null,
): Promise<Result> {
  const balance = await loadBalance(context, customer, next);
  const result = event(balance.contract, balance.state, context.now);
  const applied = [{ balance, after: result.state }];
  await storeAll(context, applied);
  await journalBalances(context, applied);
  return result;
}

/**
 * Applies an event to each of several customers without packages to come, whose balances are the records that are
 * written. Returns the results by customer.
 */
export async function applyBalanceEvents<Result extends { readonly state: BalanceState }>(
  context: HookContext,
  customers: readonly Row<"customers">[],
  eventOf: (customer: Row<"customers">) => BalanceEvent<Result>,
): Promise<ReadonlyMap<number, Result>> {
  const applied = (await loadBalances(context, customers)).map((balance) => {
    const { contract, state, customer } = balance;
    const result = eventOf(customer)(contract, state, context.now);
    return { balance, after: result.state, result };
  });
  await storeAll(context, applied);
  return new Map(applied.map(({ balance, result }) => [balance.customer.id, result]));
}

/** The first intervals of new customers, or those since the last time. */
export async function catchUpBalances(context: HookContext, customers: readonly Row<"customers">[]): Promise<void> {
  const balances = await loadBalances(context, customers);
  const applied = balances.map((balance) => ({
    balance,
    after: catchUp(balance.contract, balance.state, context.now),
  }));
  await storeAll(context, applied);
  await journalBalances(context, applied);
}

/** A balance as it was stored last, and what an event made of it. */
interface AppliedBalance {
  readonly balance: StoredBalance;
  readonly after: BalanceState;
}

async function storeAll(context: HookContext, applied: readonly AppliedBalance[]): Promise<void> {
  await storeRows(context, applied);
  for (const { balance, after } of applied) {
    const { customer, state } = balance;
    const { mappings, package_id } = balanceChanges(state, after);
    if (mappings.length === 0 && package_id === undefined) continue;
    await context.updateMany("customers", [customer.id], {
      all_billing_profiles: [...intervalsOf(customer), ...mappings.map(fromMapping)],
      ...(package_id === undefined ? {} : { profile_package_id: package_id }),
    });
  }
}

/** Records changes of balances that are not the written record. A new customer has no balance before. */
export async function journalBalances(context: HookContext, applied: readonly AppliedBalance[]): Promise<void> {
  const entries = applied.flatMap(({ balance: { customer, state }, after }): NewJournalEntry[] => {
    const [before, now] = [state, after].map(({ rows }) => rows.at(-1));
    if (!before || !now) return [];
    const changes = {
      ...changeOf("cash_balance", amountToUnits(before.cash_balance), amountToUnits(now.cash_balance)),
      ...changeOf("free_time_balance", before.free_time_balance, now.free_time_balance),
    };
    if (Object.keys(changes).length === 0) return [];
    const { id, reseller_id: resellerId } = customer;
    return [{ resource: "customerbalances", id, operation: "update", resellerId, changes }];
  });
  await context.journal(...entries);
}

function changeOf(name: string, before: number, after: number): NewJournalEntry["changes"] {
  return before === after ? {} : { [name]: { before, after } };
}

/** Stores intervals that events changed or made, and the lock levels that they gave to all subscribers. */
export async function storeRows(context: HookContext, applied: readonly AppliedBalance[]): Promise<void> {
  const changes = applied.map(({ balance, after }) => ({
    ...{ balance, after },
    ...balanceChanges(balance.state, after),
  }));
  await updateIntervals(
    context,
    changes.flatMap(({ updated }) => updated.map((row) => ({ id: row.id ?? 0, ...toBalanceColumns(row) }))),
  );
  await insertAll(
    context.db,
    "balanceintervals",
    changes.flatMap(({ balance: { customer }, added }) => {
      const base = { customer_id: customer.id, reseller_id: customer.reseller_id };
      return added.map((row) => ({ ...base, ...toBalanceColumns(row), due: null }));
    }),
  );
  await noteDue(context, applied);
  for (const { balance, lock_level } of changes) {
    if (lock_level !== null) await lockSubscribers(context, balance.customer.id, lock_level);
  }
}

async function updateIntervals({ db }: HookContext, rows: readonly { readonly id: number }[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).filter((name) => name !== "id");
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  await sql`update balanceintervals as kept set ${sql.join(changes)}
    from jsonb_populate_recordset(null::balanceintervals, ${JSON.stringify(rows)}::jsonb) as given
    where kept.id = given.id`.execute(db);
}

/** Only the last interval of a customer is ever due. */
async function noteDue({ db }: HookContext, applied: readonly AppliedBalance[]): Promise<void> {
  if (applied.length === 0) return;
  const dueDates = applied.map(({ balance: { contract, customer }, after }) => {
    const due = dueAt(contract, after);
    return { customer_id: customer.id, due: due && toRfc3339(due) };
  });
  await sql`update balanceintervals as kept
    set due = case when kept.start = last.start then asked.due end
    from jsonb_to_recordset(${JSON.stringify(dueDates)}::jsonb) as asked(customer_id integer, due timestamptz)
      cross join lateral
        (select max(start) as start from balanceintervals where customer_id = asked.customer_id) as last
    where kept.customer_id = asked.customer_id and (kept.due is not null or kept.start = last.start)`.execute(db);
}

async function lockSubscribers(context: HookContext, customerId: number, level: LockLevel): Promise<void> {
  const rows = await context.db
    .selectFrom("subscribers")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "<>", "terminated")
    .execute();
  await context.updateMany(
    "subscribers",
    rows.map(({ id }) => id),
    { lock: level || null },
  );
}

/** The ids of the intervals of customers, by customer and start in milliseconds. */
export async function intervalIds(
  { db }: Pick<HookContext, "db">,
  places: readonly { readonly customer_id: number; readonly start: Date }[],
): Promise<(customerId: number, start: Date | undefined) => number | null> {
  const rows = await db
    .selectFrom("balanceintervals")
    .selectAll()
    .where("customer_id", "=", anyOf(places.map(({ customer_id }) => customer_id)))
    .where("start", "in", [...new Set(places.map(({ start }) => toRfc3339(start)))])
    .execute();
  const keyOf = (customerId: number, start: Date) => `${customerId} ${start.getTime()}`;
  const ids = new Map(rows.map((row) => [keyOf(row.customer_id, toBalanceRow(row).start), row.id]));
  return (customerId, start) => (start && ids.get(keyOf(customerId, start))) ?? null;
}

/** Brings balances up to date: intervals since the last time, and what was discarded. */
async function refreshBalances(context: HookContext, customers: readonly number[]): Promise<void> {
  for (const id of [...customers].sort((a, b) => a - b)) {
    const customer = await lockCustomer(context, id);
    if (customer && customer.status !== "terminated") await catchUpBalances(context, [customer]);
  }
}

/** Customers whose balance is due, or was never kept; `of` narrows them. */
async function findStaleCustomers(
  { db, now }: Pick<ReadContext, "db" | "now">,
  { customerId, most = MAX_CUSTOMERS }: { readonly customerId?: number | undefined; readonly most?: number } = {},
): Promise<readonly number[]> {
  const ofCustomer = customerId === undefined ? sql`` : sql`and customer.id = ${customerId}`;
  const { rows } = await sql<{ id: number }>`
    (select customer.id from balanceintervals as kept join customers as customer on customer.id = kept.customer_id
      where kept.due <= ${now} and customer.status <> 'terminated' ${ofCustomer} order by kept.due limit ${most})
    union all
    (select customer.id from customers as customer
      where customer.status <> 'terminated' ${ofCustomer}
        and not exists (select 1 from balanceintervals where customer_id = customer.id)
      order by customer.id limit ${most})`.execute(db);
  return rows.map(({ id }) => id).slice(0, most);
}

const overdueBalances: Refresher["findAllStale"] = (context) => findStaleCustomers(context);

/** Balances of the record that is read, or of the customer that a list is filtered by. */
export function balanceRefresher(customerOf: (requested: RequestedRecords) => unknown): Refresher {
  return {
    findStale: async (context, requested) => {
      const id = Number(customerOf(requested));
      return isStorableId(id) ? findStaleCustomers(context, { customerId: id }) : [];
    },
    findAllStale: overdueBalances,
    refresh: refreshBalances,
  };
}
