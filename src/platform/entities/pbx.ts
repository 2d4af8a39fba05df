import { sql } from "kysely";
import { businessError, type FieldError, PlatformError } from "../../core/errors.ts";
import type { Row, Work, WriteEvent } from "../entityHooks.ts";
import { isChanged, nextValue } from "./checks.ts";

/** The pilot of a cloud PBX: the subscriber whose number all extensions extend. */
export function pilotOf({ db }: Pick<Work, "db">, customerId: number): Promise<Row<"subscribers"> | undefined> {
  const pilots = db.selectFrom("subscribers").selectAll().where("customer_id", "=", customerId);
  return pilots.where("is_pbx_pilot", "is", true).where("status", "<>", sql.lit("terminated")).executeTakeFirst();
}

/** Roles in a cloud PBX: first a single permanent pilot; then seats and groups. */
export async function checkPbx(event: WriteEvent<"subscribers">, customer: Row | undefined): Promise<FieldError[]> {
  if (customer?.type !== "pbxaccount") return [];
  const isPilot = Boolean(nextValue(event, "is_pbx_pilot"));
  if (event.previous?.is_pbx_pilot && !isPilot) return [businessError("/is_pbx_pilot", "fixed")];
  if (event.previous && !isChanged(event, "is_pbx_pilot")) return [];
  const pilot = await pilotOf(event.work, customer.id);
  if (isPilot) return pilot && pilot.id !== event.previous?.id ? [businessError("/is_pbx_pilot", "pilotTaken")] : [];
  if (pilot) return [];
  return [businessError("/is_pbx_pilot", nextValue(event, "is_pbx_group") ? "groupPilotNeeded" : "pilotNeeded")];
}

/** The pilot is deleted last: the others' numbers extend its own. With the customer all are deleted. */
export async function assertPilotMayGo(
  { work, previous }: WriteEvent<"subscribers">,
  customer: Row | undefined,
): Promise<void> {
  if (!previous?.is_pbx_pilot || customer?.status === "terminated") return;
  const others = work.db.selectFrom("subscribers").select("id").where("customer_id", "=", previous.customer_id);
  const living = others.where("id", "<>", previous.id).where("status", "<>", sql.lit("terminated"));
  if (await living.limit(sql.lit(1)).executeTakeFirst()) throw new PlatformError("pilot_needed");
}
