import { startOfMonth } from "../../../core/telephony/balances/calendar.ts";
import { monthFrom } from "../../../core/telephony/invoices/charges.ts";
import { toRfc3339 } from "../../../core/values/dateTime.ts";
import { platformActor } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import { findOverlapping } from "./invoicePreview.ts";
import { mailInvoice } from "./mailInvoice.ts";

type Parts = Pick<PlatformContext, "db" | "inTransaction" | "settings">;

/** Undoes an invoice of the monthly round that would have neither calls nor charges. */
export class NothingToBill extends Error {}

interface DueInvoice {
  readonly customerId: number;
  readonly resellerId: number | null;
  readonly templateId: number | null;
  readonly start: Date;
  readonly zone: string;
  /** Customers with an email template get their invoices by mail. */
  readonly isMailed: boolean;
}

/**
 * Makes the invoices of the month before for all customers with a template of whose days none is billed yet, each in a transaction of
 * its own, and mails them. Returns how many were made. What fails is left to the next round; throws the last failure.
 */
export async function makeMonthlyInvoices(context: Parts, isStopped: () => boolean = () => false): Promise<number> {
  let count = 0;
  let failure: unknown;
  for (const due of await findDue(context)) {
    if (isStopped()) break;
    try {
      const invoice = await makeOne(context, due);
      if (!invoice) continue;
      const { id, isNew } = invoice;
      if (isNew) count++;
      const { mailer } = context.settings;
      if (mailer && due.isMailed) await mailInvoice({ ...context, mailer }, { actor: platformActor, id, isOnce: true });
    } catch (error) {
      if (!(error instanceof NothingToBill)) failure = error;
    }
  }
  if (failure !== undefined) throw failure;
  return count;
}

async function findDue({ db, settings }: Parts): Promise<DueInvoice[]> {
  const customers = await db
    .selectFrom("customers")
    .innerJoin("contacts", "contacts.id", "customers.contact_id")
    .select(["customers.id", "customers.reseller_id", "customers.invoice_template_id", "contacts.timezone"])
    .select("customers.invoice_email_template_id")
    .where("customers.invoice_template_id", "is not", null)
    .where("customers.status", "<>", "terminated")
    .orderBy("customers.id")
    .execute();
  return customers.map(({ id, reseller_id, invoice_template_id, invoice_email_template_id, timezone }) => ({
    customerId: id,
    resellerId: reseller_id,
    templateId: invoice_template_id,
    zone: timezone ?? settings.timeZone,
    start: startOfMonth(settings.clock(), timezone ?? settings.timeZone, -1),
    isMailed: invoice_email_template_id !== null,
  }));
}

/** Makes an invoice, or finds the one that was made. Undefined: somebody has billed days of the month by hand. */
async function makeOne(
  { inTransaction }: Parts,
  due: DueInvoice,
): Promise<{ readonly id: number; readonly isNew: boolean } | undefined> {
  const { customerId, resellerId, templateId, start, zone } = due;
  return inTransaction(platformActor, async (unit) => {
    // Another process may be in the same round: the second one waits here, and then finds the invoice.
    const overlapping = await findOverlapping(unit, customerId, monthFrom(start, zone));
    const invoices = unit.db.selectFrom("invoices").select("id").where("customer_id", "=", customerId);
    const existing = await invoices
      .where("generator", "=", "auto")
      .where("period_start", "=", toRfc3339(start))
      .executeTakeFirst();
    if (existing) return { id: existing.id, isNew: false };
    if (overlapping.length > 0) return undefined;
    const { id } = await unit.insert("invoices", {
      customer_id: customerId,
      reseller_id: resellerId,
      template_id: templateId,
      period_start: toRfc3339(start),
      state: "invoice",
      generator: "auto",
    });
    return { id, isNew: true };
  });
}
