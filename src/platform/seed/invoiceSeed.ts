import { type Kysely, sql, type Transaction } from "kysely";
import { startOfMonth } from "../../core/balances/calendar.ts";
import { toRfc3339 } from "../../core/dateTime.ts";
import { defaultTemplate } from "../../core/invoices/defaultTemplate.ts";
import { resources } from "../../generated/all.gen.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { platformActor } from "../auth/actor.ts";
import { hooks } from "../entities/index.ts";
import { keepFile } from "../files/fileStore.ts";
import { serverTexts } from "../language/serverTexts.ts";
import { buildPlans } from "../plan/resourcePlan.ts";
import { defaultSettings } from "../settings.ts";
import { beginWork } from "../work/beginWork.ts";
import type { Draft } from "./draft.ts";
import { germany } from "./markets.ts";
import type { Tenant } from "./tenants.ts";

/** Customers of each reseller with an invoice. */
const INVOICED = 2;

/** A template of each reseller, in its language. */
export function addInvoiceTemplates(draft: Draft, tenants: readonly Tenant[]): void {
  for (const { id, market } of tenants) {
    draft.add("invoicetemplates", {
      reseller_id: id,
      name: "Standard",
      type: "svg",
      category: "customer",
      call_direction: "out",
      language: market === germany ? "de" : "en",
      data: "sha256-demonstration",
    });
  }
}

/** The drawings of the templates, and invoices of the month before: made as the platform makes them. */
export async function addInvoices(db: Transaction<Tables>, now: Date): Promise<void> {
  await addDrawings(db);
  const stored = Object.fromEntries(
    Object.entries(resources).filter(([, { descriptor }]) => descriptor.storage !== "computed"),
  );
  const work = beginWork(db, {
    plans: buildPlans(stored, hooks, defaultSettings.timeZone),
    settings: defaultSettings,
    actor: platformActor,
    now,
    tally: { found: 0, done: 0 },
  });
  const place = sql<number>`row_number() over (partition by customers.reseller_id order by customers.id)`.as("place");
  const customers = await db
    .selectFrom("customers")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .innerJoin("invoicetemplates", "invoicetemplates.reseller_id", "customers.reseller_id")
    .select(["customers.id", "customers.reseller_id", "invoicetemplates.id as template_id", "contacts.timezone", place])
    .where("customers.status", "=", "active")
    .orderBy("customers.id")
    .execute();
  for (const { id, reseller_id, template_id, timezone } of customers.filter((one) => Number(one.place) <= INVOICED)) {
    await work.make("invoices", {
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

async function addDrawings(db: Kysely<Tables>): Promise<void> {
  const templates = await db.selectFrom("invoicetemplates").select(["id", "language"]).execute();
  for (const { id, language } of templates) {
    const content = Buffer.from(defaultTemplate(await serverTexts(language ?? "en")), "utf8");
    const file = { media_type: "image/svg+xml", file_name: "invoice.svg", content };
    await keepFile(db, { resource_name: "invoicetemplates", resource_id: id, field: "data" }, file);
  }
}
