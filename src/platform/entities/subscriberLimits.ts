import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import type { Row, Work, WriteEvent } from "../entityHooks.ts";

/**
 * Refuses (403) one more subscriber than the customer or its reseller's contract allows; terminated ones do not
 * count. The rows that hold the limits stay locked until the transaction ends, so that two requests can not both
 * take the last place.
 */
export async function assertRoom({ work }: WriteEvent, customer: Row | undefined): Promise<void> {
  if (!customer) return;
  const limit = await lockedLimit(work, "customers", customer.id);
  if (limit !== null && (await countSubscribers(work, "customer_id", customer.id, limit)) >= limit) {
    throw new PlatformError("customer_full", { limit });
  }
  const reseller = await work.load("resellers", Number(customer.reseller_id));
  const ofReseller = reseller ? await lockedLimit(work, "contracts", Number(reseller.contract_id)) : null;
  if (!reseller || ofReseller === null) return;
  if ((await countSubscribers(work, "reseller_id", reseller.id, ofReseller)) >= ofReseller) {
    throw new PlatformError("reseller_full", { limit: ofReseller });
  }
}

async function lockedLimit({ db }: Work, table: "customers" | "contracts", id: number): Promise<number | null> {
  const { rows } = await sql<{ max_subscribers: number | null }>`
    select max_subscribers from ${sql.table(table)} where id = ${id} for update`.execute(db);
  return rows[0]?.max_subscribers ?? null;
}

/** Counts no further than it matters. */
async function countSubscribers(
  { db }: Work,
  column: "customer_id" | "reseller_id",
  id: number,
  enough: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from subscribers where ${sql.ref(column)} = ${id} and status <> 'terminated' limit ${enough}
    ) as counted`.execute(db);
  return rows[0]?.count ?? 0;
}
