import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import type { Row, Work, WriteEvent } from "../entityHooks.ts";

/**
 * Throws 403 when another subscriber would exceed the limit of the customer or of its reseller's contract; terminated
 * ones do not count. Concurrent requests under the same limit are serialised until the transaction ends, so that two
 * cannot both take the last place; the limit itself stays locked.
 */
export async function assertRoom(event: WriteEvent<"subscribers">, customer: Row | undefined): Promise<void> {
  if (!customer) return;
  const { work, together } = event;
  // Those that are stored together with it, before it; for the reseller as if they were all of its customers.
  const before = together.slice(0, together.indexOf(event));
  const beside = before.filter(({ values }) => values.customer_id === customer.id).length;
  const limit = await limitOf(work, "customers", customer.id);
  if (limit !== null && (await countSubscribers(work, "customer_id", customer.id, limit)) + beside >= limit) {
    throw new PlatformError("customer_full", { limit });
  }
  const reseller = await work.load("resellers", Number(customer.reseller_id));
  const ofReseller = reseller ? await limitOf(work, "contracts", Number(reseller.contract_id)) : null;
  if (!reseller || ofReseller === null) return;
  if ((await countSubscribers(work, "reseller_id", reseller.id, ofReseller)) + before.length >= ofReseller) {
    throw new PlatformError("reseller_full", { limit: ofReseller });
  }
}

/** Not by the row's own lock: everybody who creates subscribers shares it, and none could then upgrade it. */
async function limitOf(work: Work, resource: "customers" | "contracts", id: number): Promise<number | null> {
  const limit = (await work.rely(resource, id))?.max_subscribers;
  if (typeof limit !== "number") return null;
  await sql`select pg_advisory_xact_lock(hashtext(${`${resource}/${id}/subscribers`}))`.execute(work.db);
  return limit;
}

/** Counts no further than the limit. */
async function countSubscribers(
  { db }: Work,
  column: "customer_id" | "reseller_id",
  id: number,
  enough: number,
): Promise<number> {
  const own = db.selectFrom("subscribers").select("id").where(column, "=", id);
  const counted = own.where("status", "<>", sql.lit("terminated")).limit(enough).as("counted");
  const count = db.selectFrom(counted).select(({ fn }) => fn.countAll<number>().as("count"));
  return (await count.executeTakeFirstOrThrow()).count;
}
