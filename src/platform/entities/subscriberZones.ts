import { sql } from "kysely";
import type { Reading, Row } from "../entityHooks.ts";

/** The time zones of the rows' subscribers: those of their customers' contacts. */
export async function zonesOfSubscribers({ db }: Reading, rows: readonly Row[]): Promise<(string | undefined)[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => subscriber_id).filter((id) => id !== null))];
  if (ids.length === 0) return rows.map(() => undefined);
  const found = await sql<{ id: number; timezone: string | null }>`
    select subscribers.id, contacts.timezone from subscribers
    join customers on customers.id = subscribers.customer_id
    join contacts on contacts.id = customers.contact_id
    where subscribers.id in (${sql.join(ids)})`.execute(db);
  const zones = new Map(found.rows.map(({ id, timezone }) => [id, timezone ?? undefined]));
  return rows.map(({ subscriber_id }) => zones.get(Number(subscriber_id)));
}
