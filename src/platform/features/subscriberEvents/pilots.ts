import { sql } from "kysely";
import { anyOf } from "../../db/statements.ts";
import type { HookContext, Row } from "../../resourceHooks.ts";

/** The pilot of a cloud PBX: the subscriber whose number all extensions extend. */
export async function pilotOf(
  context: Pick<HookContext, "db">,
  customerId: number,
): Promise<Row<"subscribers"> | undefined> {
  return (await pilotsOf(context, [customerId])).get(customerId);
}

/** The pilots of several, by customer. */
export async function pilotsOf(
  { db }: Pick<HookContext, "db">,
  customerIds: Iterable<number>,
): Promise<ReadonlyMap<number, Row<"subscribers">>> {
  const ids = [...new Set(customerIds)];
  if (ids.length === 0) return new Map();
  const pilots = db.selectFrom("subscribers").selectAll().where("customer_id", "=", anyOf(ids));
  const living = pilots.where("is_pbx_pilot", "is", true).where("status", "<>", sql.lit("terminated"));
  return new Map((await living.execute()).map((pilot) => [pilot.customer_id, pilot]));
}
