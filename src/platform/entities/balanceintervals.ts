import { type BalanceContract, type ProfilePackage, toPackage } from "../../core/balances/balance.ts";
import { discardExpiry, timelyRange } from "../../core/balances/values.ts";
import { inForceAt } from "../../core/billingPeriods.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import { anyOf } from "../db/statements.ts";
import type { EntityHooks, Reading, Row } from "../entityHooks.ts";
import { loadBalance, toBalanceRow, toMapping } from "./balanceState.ts";
import { intervalsOf } from "./billing.ts";
import { balanceUpkeep } from "./keepBalance.ts";

export const balanceintervals: EntityHooks<"balanceintervals"> = {
  upkeep: balanceUpkeep(({ query }) => query.get("customer_id")),

  async present(reading, rows, records) {
    const owners = await ownersOf(
      reading,
      rows.map(({ customer_id }) => customer_id),
    );
    for (const [index, stored] of rows.entries()) {
      const record = records[index];
      const owner = owners.get(stored.customer_id);
      if (!record || !owner) continue;
      const row = toBalanceRow(stored);
      const isActual = row.end === null || row.end >= reading.now;
      const timely = timelyRange(owner.contract, owner.held, row);
      record.is_actual = isActual;
      record.billing_profile_id = inForceAt(intervalsOf(owner.customer).map(toMapping), row.start)?.profile_id ?? null;
      record.timely_topup_start = timely && toRfc3339(timely.start);
      record.timely_topup_stop = timely && toRfc3339(timely.end);
      record.notopup_discard_expiry = isActual ? await expiryOf(reading, owner) : null;
    }
  },
};

/** What intervals need to know of a customer. */
interface Owner {
  readonly customer: Row<"customers">;
  readonly held: ProfilePackage | null;
  readonly contract: BalanceContract;
}

async function ownersOf({ db, timeZone }: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, Owner>> {
  const found = await db
    .selectFrom("customers")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .selectAll("customers")
    .select("contacts.timezone")
    .where("customers.id", "=", anyOf(new Set(ids)))
    .execute();
  const packages = await db
    .selectFrom("profilepackages")
    .selectAll()
    .where("id", "=", anyOf(found.flatMap(({ profile_package_id: id }) => id ?? [])))
    .execute();
  const held = new Map(packages.map((row) => [row.id, toPackage(row)]));
  return new Map(
    found.map((customer) => [
      customer.id,
      {
        customer,
        held: held.get(customer.profile_package_id ?? 0) ?? null,
        contract: {
          created: new Date(customer.create_timestamp ?? 0),
          zone: customer.timezone ?? timeZone,
          serverZone: timeZone,
          // Spans of time do not depend on what profiles give.
          profileOf: (id) => ({ id, interval_free_cash: 0, interval_free_time: 0 }),
        },
      },
    ]),
  );
}

/** When the cash of the current interval is discarded unless there is a top-up. */
async function expiryOf(reading: Reading, { customer, held }: Owner): Promise<string | null> {
  if (!held?.notopup_discard_intervals) return null;
  const { contract, state } = await loadBalance(reading, customer);
  const expiry = discardExpiry(contract, state, held);
  return expiry && toRfc3339(expiry);
}
