import { sql } from "kysely";
import { parseIdText } from "../../core/schema/ids.ts";
import { customerTemplates } from "../../core/telephony/mail/mailTemplates.ts";
import { memoize } from "../../core/values/memoize.ts";
import { anyOf } from "../db/statements.ts";
import { planPackageEvent, storePackageEvents } from "../features/balances/packageEvents.ts";
import {
  billingProfileName,
  impliedDefinition,
  intervalChecks,
  presentBilling,
  profileInForce,
  writeBilling,
} from "../features/billing/billing.ts";
import { loadOwnTemplates } from "../features/mailTemplates/templates.ts";
import {
  cascadeStatus,
  changedColumns,
  isColumnChanged,
  loadReferencedRows,
  nextValue,
  statusChange,
  violationAt,
} from "../records/hookHelpers.ts";
import { resourceExpressions } from "../records/query/selectRows.ts";
import type { ResourceHooks, Row, WriteEvent, WrittenEvent } from "../resourceHooks.ts";

const customer = resourceExpressions<"customers">();
const notTerminated = customer("table.status", "<>", sql.lit("terminated"));

export const customers: ResourceHooks<"customers"> = {
  filters: {
    /** Those whose profile in force it is. */
    billing_profile_id: {
      where: (value) =>
        sql<boolean>`${profileInForce(sql.ref("table.all_billing_profiles"), sql`now()`)} = ${parseIdText(value)}`,
    },
  },

  checks: {
    terminated: violationAt("/contact_id", async (event) => (await nextReseller(event))?.hasEnded),
    /** Its domains, numbers and profiles belong to the old reseller. */
    otherReseller: violationAt("/contact_id", async (event) => {
      const next = await nextReseller(event);
      const isMoved = next && event.previous && next.id !== event.previous.reseller_id;
      return isMoved && !next.hasEnded;
    }),
    ...intervalChecks,
  },

  beforeValidate: impliedDefinition,

  async beforeWrite(event) {
    // The platform itself sets them: an event of the balance has worked them out.
    if (!event.values.all_billing_profiles) {
      writeBilling(event);
      await assignTemplates(event);
      await planPackageEvent(event);
    }
    stamp(event);
  },

  async afterWriteMany(events) {
    await storePackageEvents(events);
    await eraseDevices(events);
    await cascadeStatus(events, { resource: "subscribers", by: "customer_id", of: ({ id }) => id });
  },

  afterRead: presentBilling,

  legacyColumns: { product_name: sql.ref("table.type"), billing_profile_name: billingProfileName },
  legacyConditions: {
    not_terminated: notTerminated,
    pbx_customers: customer.and([notTerminated, customer("table.type", "=", sql.lit("pbxaccount"))]),
  },
};

/** A customer that ends leaves no phones behind: their addresses are free for the next. */
async function eraseDevices(events: readonly WrittenEvent<"customers">[]): Promise<void> {
  const ended = events.filter((event) => statusChange(event)?.to === "terminated").map(({ row }) => row.id);
  const [first] = events;
  if (!first || ended.length === 0) return;
  const theirs = first.context.db.selectFrom("pbxdevices").select("id").where("customer_id", "=", anyOf(ended));
  const devices = (await theirs.execute()).map(({ id }) => id);
  if (devices.length > 0) await first.context.deleteMany("pbxdevices", devices);
}

const contactsOf = memoize((events: readonly WriteEvent<"customers">[]) =>
  loadReferencedRows(events, "customercontacts", "contact_id"),
);

/** The reseller of a newly chosen contact, as far as there is one. */
function contactsReseller(
  event: WriteEvent<"customers">,
  contacts: ReadonlyMap<unknown, Row<"customercontacts">>,
): number | undefined {
  const contact = contacts.get(nextValue(event, "contact_id"));
  return contact && isColumnChanged(event, "contact_id") ? (contact.reseller_id ?? undefined) : undefined;
}

/** A reseller's end does not lock the contact, but the customers it finds: none may be created at the same time. */
const resellersAhead = memoize(async (events: readonly WriteEvent<"customers">[]) => {
  const contacts = await contactsOf(events);
  const ids = events.flatMap((event) => contactsReseller(event, contacts) ?? []);
  return (await events[0]?.context.loadAllLocked("resellers", ids)) ?? new Map<number, Row<"resellers">>();
});

/** The reseller of a newly chosen contact. */
const nextReseller = memoize(async (event: WriteEvent<"customers">) => {
  const id = contactsReseller(event, await contactsOf(event.batch));
  if (id === undefined) return undefined;
  return { id, hasEnded: (await resellersAhead(event.batch)).get(id)?.status === "terminated" };
});

/** The resellers' own templates, loaded once for customers that are written together. */
const templatesOf = memoize(
  (_: readonly WriteEvent<"customers">[]) => new Map<number, ReturnType<typeof loadOwnTemplates>>(),
);

/** Email templates that a new or replaced customer does not mention are the reseller's own of the default names. */
async function assignTemplates(event: WriteEvent<"customers">): Promise<void> {
  const { mode, sentFields, values, previous, context, batch } = event;
  const unnamed = customerTemplates.filter(
    ([field]) => !sentFields.has(field) && (mode === "create" || (values[field] === null && previous?.[field])),
  );
  if (unnamed.length === 0) return;
  const id = (await nextReseller(event))?.id ?? previous?.reseller_id;
  if (!id) return;
  const templates = templatesOf(batch);
  const names = customerTemplates.map(([, use]) => use);
  const own = templates.get(id) ?? loadOwnTemplates(context.db, id, names);
  templates.set(id, own);
  for (const [field, use] of unnamed) values[field] = (await own).get(use) ?? null;
}

/** Sets when the customer was created, activated, changed, and terminated. */
function stamp(event: WriteEvent<"customers">): void {
  const { mode, values, previous, context } = event;
  if (changedColumns(event).length === 0) return;
  values.modify_timestamp = context.now;
  if (mode === "create") values.create_timestamp = context.now;
  const status = nextValue({ values, previous }, "status");
  if (status === "active" && !previous?.activate_timestamp) values.activate_timestamp = context.now;
  if (status === "terminated" && previous?.status !== "terminated") values.terminate_timestamp = context.now;
  if (status !== "terminated" && previous?.status === "terminated") values.terminate_timestamp = null;
}
