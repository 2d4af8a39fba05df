import { sql } from "kysely";
import {
  type BalanceContract,
  type BalanceState,
  type ProfilePackage,
  toPackage,
} from "../../core/balances/balance.ts";
import { discardExpiry, timelyRange } from "../../core/balances/values.ts";
import { inForceAt } from "../../core/billingPeriods.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import { anyOf } from "../db/statements.ts";
import type { EntityHooks, Reading, Row } from "../entityHooks.ts";
import { createdAt, toBalanceRow, toMapping } from "./balanceState.ts";
import { intervalsOf } from "./billing.ts";
import { balanceUpkeep } from "./keepBalance.ts";

export const balanceintervals: EntityHooks<"balanceintervals"> = {
  upkeep: balanceUpkeep(({ query }) => query.get("customer_id")),

  async present(reading, rows, records) {
    const owners = await ownersOf(
      reading,
      rows.map(({ customer_id }) => customer_id),
    );
    const counted = await countedRows(reading, owners);
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
      const expiry = isActual && discardExpiry(owner.contract, counted.get(stored.customer_id) ?? noRows, owner.held);
      record.notopup_discard_expiry = expiry ? toRfc3339(expiry) : null;
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
          created: createdAt(customer),
          zone: customer.timezone ?? timeZone,
          serverZone: timeZone,
          // Spans of time do not depend on what profiles give.
          profileOf: (id) => ({ id, interval_free_cash: 0, interval_free_time: 0 }),
        },
      },
    ]),
  );
}

const noRows: Pick<BalanceState, "rows"> = { rows: [] };

/** Of each customer whose package discards cash: the row that it counts from, the last one with a top-up or the first. */
async function countedRows(
  { db }: Reading,
  owners: ReadonlyMap<number, Owner>,
): Promise<ReadonlyMap<number, Pick<BalanceState, "rows">>> {
  const ids = [...owners].flatMap(([id, { held }]) => (held?.notopup_discard_intervals ? [id] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row<"balanceintervals">>`
    select distinct on (customer_id) * from balanceintervals where customer_id = ${anyOf(ids)}
    order by customer_id, topup_count > 0 desc, case when topup_count > 0 then start end desc, start`.execute(db);
  return new Map(rows.map((row) => [row.customer_id, { rows: [toBalanceRow(row)] }]));
}
