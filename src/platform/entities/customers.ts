import { sql } from "kysely";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, Row, WriteEvent } from "../entityHooks.ts";
import { billingProfileName, impliedDefinition, presentBilling, writeBilling } from "./billing.ts";
import { hasChanges, isChanged, nextValue, passStatusOn, refuse, statusChange } from "./checks.ts";

const notTerminated = sql<boolean>`${sql.ref("table.status")} <> 'terminated'`;

export const customers: EntityHooks = {
  prepare: impliedDefinition,

  async beforeWrite(event) {
    const contact = await event.work.load("customercontacts", Number(nextValue(event, "contact_id")));
    refuse(await checkContact(event, contact));
    refuse(await writeBilling(event, { resellerId: Number(contact?.reseller_id) }));
    stamp(event);
  },

  async afterWrite(event) {
    const change = statusChange(event);
    // A customer that is not active yet has nothing to say about its subscribers.
    if (!change || change.to === "pending") return;
    const { work, row } = event;
    await passStatusOn(work, "subscribers", await work.find("subscribers", { customer_id: row.id }), change.to);
  },

  present: presentBilling,

  legacyColumns: { product_name: sql.ref("table.type"), billing_profile_name: billingProfileName },
  legacyNarrow: {
    not_terminated: notTerminated,
    pbx_customers: sql<boolean>`${notTerminated} and ${sql.ref("table.type")} = 'pbxaccount'`,
  },
};

async function checkContact(event: WriteEvent, contact: Row | undefined): Promise<FieldError[]> {
  if (!isChanged(event, "contact_id")) return [];
  if (!contact || contact.reseller_id === null) return [businessError("/contact_id", "customerContactNeeded")];
  if (contact.status === "terminated") return [businessError("/contact_id", "terminated")];
  // Its domains, numbers and profiles are the old reseller's.
  const moved = event.previous && contact.reseller_id !== event.previous.reseller_id;
  return moved ? [businessError("/contact_id", "otherReseller")] : [];
}

/** When the customer was made, first became active, last changed, and ended. */
function stamp(event: WriteEvent): void {
  const { mode, values, previous, work } = event;
  if (!hasChanges(event)) return;
  values.modify_timestamp = work.now;
  if (mode === "create") values.create_timestamp = work.now;
  const status = nextValue({ values, previous }, "status");
  if (status === "active" && !previous?.activate_timestamp) values.activate_timestamp = work.now;
  if (status === "terminated" && previous?.status !== "terminated") values.terminate_timestamp = work.now;
}
