import { sql } from "kysely";
import { PlatformError } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { pilotsOf } from "../features/subscriberEvents/pilots.ts";
import { isColumnChanged, loadReferencedRows, nextValue } from "../records/hookHelpers.ts";
import type { Check, Checks, Row, WriteEvent } from "../resourceHooks.ts";

/** The customers of subscribers that are written together. */
export const customersOf = memoize((events: readonly WriteEvent<"subscribers">[]) =>
  loadReferencedRows(events, "customers", "customer_id"),
);

/** The customer of a subscriber, loaded for all that are written together. */
export async function customerOf(event: WriteEvent<"subscribers">): Promise<Row<"customers"> | undefined> {
  return (await customersOf(event.batch)).get(nextValue(event, "customer_id"));
}

/** The pilots before subscribers are written together. */
const pilotsBefore = memoize(async (events: readonly WriteEvent<"subscribers">[]) => {
  const customers = [...(await customersOf(events)).values()].filter(({ type }) => type === "pbxaccount");
  return events[0]
    ? pilotsOf(
        events[0].context,
        customers.map(({ id }) => id),
      )
    : new Map<number, Row<"subscribers">>();
});

type RoleRule = "fixed" | "pilotTaken" | "pilotNeeded" | "groupPilotNeeded";

/** The rule that the role in a cloud PBX breaks: first a single permanent pilot; then seats and groups. */
const brokenRole = memoize(async (event: WriteEvent<"subscribers">): Promise<RoleRule | undefined> => {
  const customer = await customerOf(event);
  if (customer?.type !== "pbxaccount") return undefined;
  const isPilot = Boolean(nextValue(event, "is_pbx_pilot"));
  if (event.previous?.is_pbx_pilot && !isPilot) return "fixed";
  if (event.previous && !isColumnChanged(event, "is_pbx_pilot")) return undefined;
  const pilot = (await pilotsBefore(event.batch)).get(customer.id);
  if (isPilot) return pilot && pilot.id !== event.previous?.id ? "pilotTaken" : undefined;
  if (pilot) return undefined;
  return nextValue(event, "is_pbx_group") ? "groupPilotNeeded" : "pilotNeeded";
});

function roleCheck(rule: RoleRule): Check<"subscribers", "/is_pbx_pilot"> {
  return {
    beforeWrite: async (event) => ((await brokenRole(event)) === rule ? [{ pointer: "/is_pbx_pilot" }] : []),
  };
}

export const roleChecks: Checks<"subscribers", RoleRule> = {
  fixed: roleCheck("fixed"),
  pilotTaken: roleCheck("pilotTaken"),
  pilotNeeded: roleCheck("pilotNeeded"),
  groupPilotNeeded: roleCheck("groupPilotNeeded"),
};

/** The pilot is deleted last: the others' numbers extend its own. With the customer all are deleted. */
export async function assertPilotDeletable(event: WriteEvent<"subscribers">): Promise<void> {
  const { context, previous } = event;
  if (!previous?.is_pbx_pilot || (await customerOf(event))?.status === "terminated") return;
  const query = context.db.selectFrom("subscribers").select("id").where("customer_id", "=", previous.customer_id);
  const living = query.where("id", "<>", previous.id).where("status", "<>", sql.lit("terminated"));
  if (await living.limit(sql.lit(1)).executeTakeFirst()) throw new PlatformError("pilot_needed");
}
