import { textIn } from "../../../core/schema/valueAt.ts";
import type { InvoiceDocument } from "../../../core/telephony/invoices/invoiceDocument.ts";
import { type MailValues, mailUses } from "../../../core/telephony/mail/mailTemplates.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import { toRfc3339In } from "../../../core/values/dateTime.ts";
import { formatMoney } from "../../../core/values/money.ts";
import type { PlatformContext } from "../../records/context.ts";
import { loadFile } from "../../records/files/fileStore.ts";
import type { Actor, HookContext, Row } from "../../resourceHooks.ts";
import type { Mail, Mailer } from "../../runtime/mail/mailer.ts";
import { findTemplate } from "../mailTemplates/templates.ts";
import { loadSource } from "./invoiceSource.ts";

const USE = "invoice_default_email";

interface MailParts extends Pick<PlatformContext, "inTransaction"> {
  readonly mailer: Mailer;
}

interface MailOrder {
  readonly actor: Actor;
  readonly id: number;
  /** Leave out an invoice that was mailed already. */
  readonly isOnce?: boolean;
}

/**
 * Mails the stored PDF by the customer's template, or the usual one. Returns the address; undefined when nothing was
 * sent.
 */
export async function mailInvoice(
  { inTransaction, mailer }: MailParts,
  { actor, id, isOnce = false }: MailOrder,
): Promise<string | undefined> {
  const prepared = await inTransaction(actor, async (unit) => {
    const invoice = await unit.loadLocked("invoices", id);
    if (!invoice) throw notFound("invoices", id);
    if (isOnce && invoice.sent_date !== null) return undefined;
    const mail = await toMail(unit, invoice);
    // Noted before: a mail server that takes its time must not hold the transaction, nor another process mail it too.
    await unit.updateMany("invoices", [id], { sent_date: unit.now });
    return { mail, before: invoice.sent_date };
  });
  if (!prepared) return undefined;
  const { mail, before } = prepared;
  try {
    await mailer.send(mail);
  } catch (cause) {
    await inTransaction(actor, (unit) => unit.updateMany("invoices", [id], { sent_date: before }));
    throw new PlatformError("mail_failed", {}, { cause });
  }
  return mail.to;
}

async function toMail(context: HookContext, invoice: Row<"invoices">): Promise<Mail> {
  const { id, customer_id, reseller_id } = invoice;
  const customer = await context.load("customers", Number(customer_id));
  const client = await context.load("customercontacts", Number(customer?.contact_id));
  const chosen = await context.load("emailtemplates", customer?.invoice_email_template_id ?? -1);
  const template = chosen ?? (await findTemplate(context.db, USE, Number(reseller_id)));
  if (!template) throw new PlatformError("mail_template_missing", { name: USE });
  const source = await loadSource(context.db, id);
  const file = await loadFile(context.db, { name: "invoices" }, id, "data");
  if (!client || !source || !file) throw new Error(`invoice ${id} was stored without what a message needs`);
  const provider = await providerOf(context, Number(reseller_id));
  const { fillMail } = await import("../../../core/telephony/mail/fillMail.ts");
  const { from, subject, text, attachmentName } = fillMail(template, {
    ...valuesOf("client", client),
    ...valuesOf("provider", provider),
    ...invoiceValues(id, source.document),
  });
  const name = attachmentName || `${source.document.serial}.pdf`;
  const attachment = { name, type: file.media_type, content: Buffer.from(file.content) };
  return { from, to: client.email, subject, text, attachment };
}

/** The placeholders of a contact: `client.company` and others. */
function valuesOf(prefix: "client" | "provider", contact: Row | undefined): MailValues {
  const names = Object.keys(mailUses[USE]).filter((name) => name.startsWith(`${prefix}.`));
  return Object.fromEntries(names.map((name) => [name, textIn(contact ?? {}, name.slice(prefix.length + 1))]));
}

function invoiceValues(id: number, document: InvoiceDocument): MailValues {
  const { serial, start, end, zone, language, currency, net, vat, total } = document;
  const [first, last] = [start, end].map((instant) => dayOf(instant, zone));
  const [year = "", month = ""] = first?.split("-") ?? [];
  const money = (cents: number) => formatMoney(cents, language, currency);
  return {
    "invoice.id": String(id),
    "invoice.serial": serial,
    "invoice.period_start": first ?? "",
    "invoice.period_end": last ?? "",
    "invoice.month": month,
    "invoice.year": year,
    "invoice.amount_net": money(net),
    "invoice.amount_vat": money(vat),
    "invoice.amount_total": money(total),
  };
}

/** `2026-11-01` on the calendar of the zone. */
function dayOf(instant: string, zone: string): string {
  return toRfc3339In(new Date(instant), zone).slice(0, "2026-11-01".length);
}

/** The contact that a reseller's invoices come from. */
export async function providerOf(context: HookContext, resellerId: number): Promise<Row<"systemcontacts"> | undefined> {
  const reseller = await context.load("resellers", resellerId);
  const contract = await context.load("contracts", Number(reseller?.contract_id));
  return context.load("systemcontacts", Number(contract?.contact_id));
}
