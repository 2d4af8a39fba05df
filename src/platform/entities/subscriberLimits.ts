import { sql } from "kysely";
import { PlatformError } from "../../core/errors.ts";
import { once } from "../../core/once.ts";
import type { Row, Work, WriteEvent } from "../entityHooks.ts";
import { customersOf } from "./pbx.ts";

type Events = readonly WriteEvent<"subscribers">[];

/**
 * Throws 403 when another subscriber would exceed the limit of the customer or of its reseller's contract; terminated
 * ones do not count. Concurrent requests under the same limit are serialised until the transaction ends, so that two
 * cannot both take the last place; the limit itself stays locked.
 */
export async function assertRoom(event: WriteEvent<"subscribers">, customer: Row | undefined): Promise<void> {
  if (!customer) return;
  const { together } = event;
  // Those that are stored together with it, before it; for the reseller as if they were all of its customers.
  const before = together.slice(0, together.indexOf(event));
  const beside = before.filter(({ values }) => values.customer_id === customer.id).length;
  const limit = (await reliedCustomers(together)).get(customer.id)?.max_subscribers;
  if (typeof limit === "number") {
    const place = { limit: `customers/${customer.id}`, column: "customer_id", id: customer.id } as const;
    if ((await countOnce(event, place, limit)) + beside >= limit) throw new PlatformError("customer_full", { limit });
  }
  const reseller = (await resellersOf(together)).get(Number(customer.reseller_id));
  if (!reseller) return;
  const ofReseller = (await reliedContracts(together)).get(Number(reseller.contract_id))?.max_subscribers;
  if (typeof ofReseller !== "number") return;
  const place = { limit: `contracts/${reseller.contract_id}`, column: "reseller_id", id: reseller.id } as const;
  if ((await countOnce(event, place, ofReseller)) + before.length >= ofReseller) {
    throw new PlatformError("reseller_full", { limit: ofReseller });
  }
}

const reliedCustomers = once(async (events: Events): Promise<ReadonlyMap<number, Row<"customers">>> => {
  const customers = await customersOf(events);
  return (
    (await events[0]?.work.relyAll(
      "customers",
      [...customers.values()].map(({ id }) => id),
    )) ?? new Map()
  );
});

const resellersOf = once(async (events: Events): Promise<ReadonlyMap<number, Row<"resellers">>> => {
  const customers = [...(await customersOf(events)).values()];
  return (
    (await events[0]?.work.loadAll(
      "resellers",
      customers.map((one) => Number(one.reseller_id)),
    )) ?? new Map()
  );
});

const reliedContracts = once(async (events: Events): Promise<ReadonlyMap<number, Row<"contracts">>> => {
  const resellers = [...(await resellersOf(events)).values()];
  return (
    (await events[0]?.work.relyAll(
      "contracts",
      resellers.map(({ contract_id }) => contract_id),
    )) ?? new Map()
  );
});

/** Where subscribers are counted, and the name of the limit. */
interface Place {
  readonly limit: string;
  readonly column: "customer_id" | "reseller_id";
  readonly id: number;
}

/** Subscribers by limit, before any of those that are stored together. */
const counts = once((_: Events) => new Map<string, Promise<number>>());

function countOnce({ work, together }: WriteEvent<"subscribers">, place: Place, enough: number): Promise<number> {
  const known = counts(together);
  const count = known.get(place.limit) ?? countSubscribers(work, place, enough);
  known.set(place.limit, count);
  return count;
}

/** Counts no further than the limit. */
async function countSubscribers({ db }: Work, { limit, column, id }: Place, enough: number): Promise<number> {
  // Not by the row's own lock: everybody who creates subscribers shares it, and none could then upgrade it.
  await sql`select pg_advisory_xact_lock(hashtext(${`${limit}/subscribers`}))`.execute(db);
  const own = db.selectFrom("subscribers").select("id").where(column, "=", id);
  const counted = own.where("status", "<>", sql.lit("terminated")).limit(enough).as("counted");
  const count = db.selectFrom(counted).select(({ fn }) => fn.countAll<number>().as("count"));
  return (await count.executeTakeFirstOrThrow()).count;
}
