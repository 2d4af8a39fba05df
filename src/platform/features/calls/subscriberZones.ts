import { anyOf } from "../../db/statements.ts";
import type { ReadContext, Row } from "../../resourceHooks.ts";

/**
 * The time zones of the rows' subscribers: the own one, else that of the customer's contact, else that of the reseller's.
 * Undefined: that of the platform. Call forwards, time sets and lists of a subscriber are read on this clock.
 */
export async function zonesOfSubscribers(
  { db }: Pick<ReadContext, "db">,
  rows: readonly Pick<Row, "subscriber_id">[],
): Promise<(string | undefined)[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => subscriber_id).filter((id) => typeof id === "number"))];
  if (ids.length === 0) return rows.map(() => undefined);
  const zoneRows = await db
    .selectFrom("subscribers")
    .innerJoin("customers", "customers.id", "subscribers.customer_id")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .leftJoin("resellers", "resellers.id", "customers.reseller_id")
    .leftJoin("contracts", "contracts.id", "resellers.contract_id")
    .leftJoin("contacts as owners", "owners.id", "contracts.contact_id")
    .select((eb) => [
      "subscribers.id",
      eb.fn.coalesce("subscribers.timezone", "contacts.timezone", "owners.timezone").as("timezone"),
    ])
    .where("subscribers.id", "=", anyOf(ids))
    .execute();
  const zones = new Map(zoneRows.map(({ id, timezone }) => [id, timezone ?? undefined]));
  return rows.map(({ subscriber_id }) => zones.get(Number(subscriber_id)));
}
