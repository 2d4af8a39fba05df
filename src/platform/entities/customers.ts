import { sql } from "kysely";
import { businessError, type FieldError } from "../../core/errors.ts";
import type { EntityHooks, Row, WriteEvent } from "../entityHooks.ts";
import { rowsOf } from "../query/rowsOf.ts";
import { billingProfileName, impliedDefinition, presentBilling, writeBilling } from "./billing.ts";
import { changedColumns, isChanged, loadBehind, nextValue, passStatusOn, refuse } from "./checks.ts";

const customer = rowsOf<"customers">();
const notTerminated = customer("table.status", "<>", sql.lit("terminated"));

export const customers: EntityHooks<"customers"> = {
  prepare: impliedDefinition,

  async beforeWriteAll(events) {
    const contacts = await loadBehind(events, "customercontacts", "contact_id");
    for (const event of events) {
      const contact = contacts.get(nextValue(event, "contact_id"));
      refuse(await checkContact(event, contact));
      refuse(writeBilling(event));
      stamp(event);
    }
  },

  afterWriteAll: (events) => passStatusOn(events, { resource: "subscribers", by: "customer_id", of: ({ id }) => id }),

  present: presentBilling,

  legacyColumns: { product_name: sql.ref("table.type"), billing_profile_name: billingProfileName },
  legacyNarrow: {
    not_terminated: notTerminated,
    pbx_customers: customer.and([notTerminated, customer("table.type", "=", sql.lit("pbxaccount"))]),
  },
};

async function checkContact(event: WriteEvent<"customers">, contact: Row | undefined): Promise<FieldError[]> {
  if (!contact || !isChanged(event, "contact_id")) return [];
  // A reseller's end does not lock the contact, but the customers it finds: none may be created meanwhile.
  const reseller = await event.work.rely("resellers", Number(contact.reseller_id));
  if (reseller?.status === "terminated") return [businessError("/contact_id", "terminated")];
  // Its domains, numbers and profiles belong to the old reseller.
  const moved = event.previous && contact.reseller_id !== event.previous.reseller_id;
  return moved ? [businessError("/contact_id", "otherReseller")] : [];
}

/** When the customer was created, activated, changed, and ended. */
function stamp(event: WriteEvent<"customers">): void {
  const { mode, values, previous, work } = event;
  if (changedColumns(event).length === 0) return;
  values.modify_timestamp = work.now;
  if (mode === "create") values.create_timestamp = work.now;
  const status = nextValue({ values, previous }, "status");
  if (status === "active" && !previous?.activate_timestamp) values.activate_timestamp = work.now;
  if (status === "terminated" && previous?.status !== "terminated") values.terminate_timestamp = work.now;
}
