import { sql, type Transaction } from "kysely";
import { startOfMonth } from "../../core/telephony/balances/calendar.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import { resources } from "../../generated/all.gen.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { platformActor } from "../records/actor.ts";
import { buildPlans } from "../records/plan/resourcePlan.ts";
import { beginUnitOfWork } from "../records/unitOfWork/beginUnitOfWork.ts";
import { hooks } from "../resources/index.gen.ts";
import { defaultSettings } from "../runtime/settings.ts";

/** Customers of each reseller with an invoice. */
const INVOICED = 2;

/** Adds invoices of the month before, made as the platform makes them. */
export async function addInvoices(db: Transaction<Tables>, now: Date): Promise<void> {
  const storedResources = Object.fromEntries(
    Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage !== "computed"),
  );
  const unit = beginUnitOfWork(db, {
    plans: buildPlans(storedResources, hooks, defaultSettings.timeZone),
    settings: defaultSettings,
    actor: platformActor,
    now,
    progress: { found: 0, done: 0 },
  });
  const position = sql<number>`row_number() over (partition by customers.reseller_id order by customers.id)`.as(
    "position",
  );
  const customers = await db
    .selectFrom("customers")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .innerJoin("invoicetemplates", "invoicetemplates.reseller_id", "customers.reseller_id")
    .select([
      "customers.id",
      "customers.reseller_id",
      "invoicetemplates.id as template_id",
      "contacts.timezone",
      position,
    ])
    .where("customers.status", "=", "active")
    .orderBy("customers.id")
    .execute();
  for (const { id, reseller_id, template_id, timezone } of customers.filter(
    (customer) => Number(customer.position) <= INVOICED,
  )) {
    await unit.insert("invoices", {
      customer_id: id,
      reseller_id,
      template_id,
      period_start: toRfc3339(startOfMonth(now, timezone ?? defaultSettings.timeZone, -1)),
      state: "invoice",
      generator: "web",
    });
  }
  // Nobody did any of this.
  await db.deleteFrom("journals").execute();
}
