import { type RawBuilder, sql } from "kysely";
import { anyOf } from "../db/statements.ts";

/**
 * Which entries of the journal stay however old they are: those about a lawful interception that is there, about the
 * subscriber whose number it names and about that one's customer, and about customers with an open fraud case.
 * `customers`: the latter.
 */
export function isHeld(customers: readonly number[]): RawBuilder<boolean> {
  const intercepted = sql`select numbers.subscriber_id from interceptions
    join numbers on numbers.number = interceptions.number`;
  return sql<boolean>`(
    (resource_name = 'interceptions' and resource_id in (select id from interceptions))
    or (resource_name in ('subscribers', 'pbxusers') and resource_id in (${intercepted}))
    or (resource_name = 'customers' and resource_id in (
      select customer_id from subscribers where id in (${intercepted})))
    or (resource_name = 'customers' and resource_id = ${anyOf(customers)})
  )`;
}
