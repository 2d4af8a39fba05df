import { anyOf } from "../db/statements.ts";
import type { Reading, Row } from "../entityHooks.ts";

/** The time zones of the rows' subscribers: those of their customers' contacts. */
export async function zonesOfSubscribers({ db }: Reading, rows: readonly Row[]): Promise<(string | undefined)[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => subscriber_id).filter((id) => typeof id === "number"))];
  if (ids.length === 0) return rows.map(() => undefined);
  const found = await db
    .selectFrom("subscribers")
    .innerJoin("customers", "customers.id", "subscribers.customer_id")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .select(["subscribers.id", "contacts.timezone"])
    .where("subscribers.id", "=", anyOf(ids))
    .execute();
  const zones = new Map(found.map(({ id, timezone }) => [id, timezone ?? undefined]));
  return rows.map(({ subscriber_id }) => zones.get(Number(subscriber_id)));
}
