import { sql } from "kysely";
import type { BalanceContract, BalanceState, ProfilePackage } from "../../core/balances/balance.ts";
import { catchUp, dueAt } from "../../core/balances/catchUp.ts";
import { changesBetween } from "../../core/balances/changes.ts";
import type { BalanceLog } from "../../core/balances/events.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import { isId } from "../../core/ids.ts";
import type { Asked, Reading, Row, Upkeep, Work } from "../entityHooks.ts";
import { columnsOf, fromMapping, loadBalance, type StoredBalance, toBalanceRow } from "./balanceState.ts";
import { intervalsOf } from "./billing.ts";

/** What an event makes of a balance, and more that callers need. */
type BalanceEvent<Result> = (contract: BalanceContract, state: BalanceState, now: Date) => Result;

/** Rows of one statement. */
const SLICE = 500;
/** Customers of a list that are brought up to date at once; all others wait for the next round. */
const MOST = 50;

/** Locks a customer: all events of its balance happen one after the other. */
export async function lockCustomer(work: Work, id: number): Promise<Row<"customers"> | undefined> {
  await sql`select 1 from customers where id = ${id} for no key update`.execute(work.db);
  return work.load("customers", id);
}

/** Applies an event to the balance of a locked customer, and stores what it changes. */
export async function keepBalance<Result extends { readonly state: BalanceState }>(
  work: Work,
  customer: Row<"customers">,
  event: BalanceEvent<Result>,
  next: ProfilePackage | null = null,
): Promise<Result> {
  const balance = await loadBalance(work, customer, next);
  const result = event(balance.contract, balance.state, work.now);
  await storeRows(work, balance, result.state);
  const { mappings, package_id } = changesBetween(balance.state, result.state);
  if (mappings.length > 0 || package_id !== undefined) {
    await work.change("customers", [customer.id], {
      all_billing_profiles: [...intervalsOf(customer), ...mappings.map(fromMapping)],
      ...(package_id === undefined ? {} : { profile_package_id: package_id }),
    });
  }
  return result;
}

/** The first interval of a new customer, or those since the last time. */
export async function catchUpBalance(work: Work, customer: Row<"customers">): Promise<void> {
  await keepBalance(work, customer, (...given) => ({ state: catchUp(...given) }));
}

/** Stores intervals that an event changed or made, and the lock level that it gave to all subscribers. */
export async function storeRows(work: Work, balance: StoredBalance, after: BalanceState): Promise<void> {
  const { contract, customer, state } = balance;
  const { updated, added, lock_level } = changesBetween(state, after);
  for (const row of updated) {
    await work.db
      .updateTable("balanceintervals")
      .set(columnsOf(row))
      .where("id", "=", row.id ?? 0)
      .execute();
  }
  const base = { customer_id: customer.id, reseller_id: customer.reseller_id };
  for (let start = 0; start < added.length; start += SLICE) {
    const rows = added.slice(start, start + SLICE).map((row) => ({ ...base, ...columnsOf(row), due: null }));
    await work.db.insertInto("balanceintervals").values(rows).execute();
  }
  await noteDue(work, customer.id, dueAt(contract, after));
  if (lock_level !== null) await lockSubscribers(work, customer.id, lock_level);
}

/** Only the last interval of a customer is ever due. */
async function noteDue({ db }: Work, customerId: number, due: Date | null): Promise<void> {
  const instant = due && toRfc3339(due);
  await sql`update balanceintervals as kept
    set due = case when kept.start = last.start then ${instant}::timestamptz end
    from (select max(start) as start from balanceintervals where customer_id = ${customerId}) as last
    where kept.customer_id = ${customerId} and (kept.due is not null or kept.start = last.start)`.execute(db);
}

async function lockSubscribers(work: Work, customerId: number, level: number): Promise<void> {
  const rows = await work.db
    .selectFrom("subscribers")
    .select("id")
    .where("customer_id", "=", customerId)
    .where("status", "<>", "terminated")
    .execute();
  await work.change(
    "subscribers",
    rows.map(({ id }) => id),
    { lock: level },
  );
}

/** The stored rows before and after an event, for the top-up log. */
export async function rowIdsOf(
  { db }: Pick<Work, "db">,
  customerId: number,
  state: BalanceState,
  { row_before, row_after }: BalanceLog,
): Promise<{ readonly before: number | null; readonly after: number | null }> {
  const starts = [row_before, row_after].map((place) => state.rows[place]?.start.getTime());
  const rows = await db
    .selectFrom("balanceintervals")
    .selectAll()
    .where("customer_id", "=", customerId)
    .where(
      "start",
      "in",
      starts.flatMap((start) => (start === undefined ? [] : [toRfc3339(new Date(start))])),
    )
    .execute();
  const idOf = (start: number | undefined) =>
    rows.map(toBalanceRow).find((row) => row.start.getTime() === start)?.id ?? null;
  return { before: idOf(starts[0]), after: idOf(starts[1]) };
}

/** Brings balances up to date: intervals since the last time, and what was discarded. */
export async function bringBalances(work: Work, customers: readonly number[]): Promise<void> {
  for (const id of [...customers].sort((one, other) => one - other)) {
    const customer = await lockCustomer(work, id);
    if (customer && customer.status !== "terminated") await catchUpBalance(work, customer);
  }
}

/** Customers whose balance is due, or was never kept; `of` narrows them. */
export async function dueCustomers(
  { db, now }: Pick<Reading, "db" | "now">,
  { customerId, most = MOST }: { readonly customerId?: number | undefined; readonly most?: number } = {},
): Promise<readonly number[]> {
  const own = customerId === undefined ? sql`` : sql`and customer.id = ${customerId}`;
  const { rows } = await sql<{ id: number }>`
    (select customer.id from balanceintervals as kept join customers as customer on customer.id = kept.customer_id
      where kept.due <= ${now} and customer.status <> 'terminated' ${own} order by kept.due limit ${most})
    union all
    (select customer.id from customers as customer
      where customer.status <> 'terminated' ${own}
        and not exists (select 1 from balanceintervals where customer_id = customer.id)
      order by customer.id limit ${most})`.execute(db);
  return rows.map(({ id }) => id).slice(0, most);
}

const overdueBalances: Upkeep["overdue"] = (reading) => dueCustomers(reading);

/** Balances of the record that is read, or of the customer that a list is filtered by. */
export function balanceUpkeep(customerOf: (asked: Asked) => unknown): Upkeep {
  return {
    due: async (reading, asked) => {
      const id = Number(customerOf(asked));
      return isId(id) ? dueCustomers(reading, { customerId: id }) : [];
    },
    overdue: overdueBalances,
    bring: bringBalances,
  };
}
