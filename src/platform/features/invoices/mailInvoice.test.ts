import { beforeEach, describe, expect, it } from "vitest";
import { pdfText } from "../../../../tests/support/pdfText.ts";
import { resources } from "../../../generated/all.gen.ts";
import { itemsOf, platformUntilEnd } from "../../../testing/platform.ts";
import { createContact, createCustomer, createProfile, replacing } from "../../../testing/records.ts";
import type { Mail } from "../../runtime/mail/mailer.ts";
import { defaultSettings } from "../../runtime/settings.ts";
import { buildContext } from "../../server/buildContext.ts";
import { makeMonthlyInvoices } from "./monthlyInvoices.ts";

const NOW = new Date("2026-12-05T10:00:00Z");

let sent: Mail[];
let isDown: boolean;

const mailer = {
  send: async (mail: Mail) => {
    if (isDown) throw new Error("mail server unreachable");
    sent.push(mail);
  },
};

beforeEach(() => {
  sent = [];
  isDown = false;
});

const patchCustomer = (values: Readonly<Record<string, unknown>>) =>
  master.send("PATCH", `/api/customers/${customer_id}`, replacing(values));
const makeInvoice = () =>
  master.create("invoices", { customer_id, template_id, period: "2026-11", allow_overlap: true });
const mail = async (id: number, client = master) => client.send("POST", `/api/invoices/${id}/mail`);
const sentDate = async (id: number) => (await master.send("GET", `/api/invoices/${id}`)).body.sent_date ?? null;

const template = {
  reseller_id: 2,
  from_email: "billing@reseller.example",
  subject: "Invoice [% invoice.serial %]",
  body: "[% client.company %]: [% invoice.period_start %] to [% invoice.period_end %], [% invoice.amount_total %]",
};

const platform = await platformUntilEnd({ mailer, clock: () => NOW });
const master = await platform.as("master");
const address = { email: "ada@bakery.example", company: "Bakery", timezone: "Europe/Vienna" };
const contact_id = await createContact(master, address);
const billing_profile_id = await createProfile(master, { currency: "EUR", interval_charge: 123_456 });
const customer_id = await createCustomer(master, { contact_id, billing_profile_id, add_vat: false, vat_rate: 0 });
const template_id = await master.create("invoicetemplates", { reseller_id: 2, name: "House style" });

describe("an invoice by mail", () => {
  it("needs a template", async () => {
    await platform.database.kysely.deleteFrom("emailtemplates").execute();
    const { status, body } = await mail(await makeInvoice());
    expect([status, body.key]).toEqual([422, "errors.mail_template_missing"]);
    expect(sent).toEqual([]);
  });

  it("goes to the customer with its PDF, by the reseller's template or the customer's own", async () => {
    await master.create("emailtemplates", { ...template, name: "invoice_default_email" });
    const id = await makeInvoice();
    expect(await sentDate(id)).toBeNull();
    expect((await mail(id)).body).toEqual({ to: "ada@bakery.example", is_outbox: false });
    expect(await sentDate(id)).toBe("2026-12-05T10:00:00Z");
    const [{ attachment, ...message } = { attachment: undefined }] = sent;
    const { serial } = (await master.send("GET", `/api/invoices/${id}`)).body;
    expect(message).toEqual({
      from: "billing@reseller.example",
      to: "ada@bakery.example",
      subject: `Invoice ${serial}`,
      text: "Bakery: 2026-11-01 to 2026-11-30, €1,234.56",
    });
    expect(attachment).toMatchObject({ name: `${serial}.pdf`, type: "application/pdf" });
    expect((await pdfText(attachment?.content ?? Buffer.of())).join("")).toContain(String(serial));

    const own = { ...template, name: "our_invoices", subject: "Ours", attachment_name: "bill-[% invoice.month %].pdf" };
    await patchCustomer({ invoice_email_template_id: await master.create("emailtemplates", own) });
    await mail(id);
    expect(sent[1]).toMatchObject({ subject: "Ours", attachment: { name: "bill-11.pdf" } });
  });

  it("is not noted when the mail server fails", async () => {
    const id = await makeInvoice();
    isDown = true;
    const { status, body } = await mail(id);
    expect([status, body.key]).toEqual([502, "errors.mail_failed"]);
    expect(await sentDate(id)).toBeNull();
  });

  it("is sent by those who may make invoices, of their reseller", async () => {
    const id = await makeInvoice();
    const statuses = ["resellerThree", "reader", "care"] as const;
    const replies = await Promise.all(statuses.map(async (login) => mail(id, await platform.as(login))));
    expect(replies.map(({ status }) => status)).toEqual([404, 403, 403]);
    expect(sent).toEqual([]);
  });

  it("follows the monthly invoice of a customer with an email template, once, and in the next round after a failure", async () => {
    await patchCustomer({ invoice_template_id: template_id });
    // The run leaves out days that are invoiced already.
    await platform.database.kysely.deleteFrom("invoices").execute();
    const settings = { ...defaultSettings, clock: () => NOW, mailer };
    const { database } = platform;
    const context = buildContext({ database, resources, settings, tokens: {} as never });
    isDown = true;
    await expect(makeMonthlyInvoices(context)).rejects.toThrow("mail_failed");
    isDown = false;
    expect(await makeMonthlyInvoices(context)).toBe(0);
    expect(await makeMonthlyInvoices(context)).toBe(0);
    expect(sent).toMatchObject([{ to: "ada@bakery.example", subject: "Ours" }]);
    const last = itemsOf(await master.send("GET", "/api/invoices/?order_by=id&order_by_direction=desc"), "invoices")[0];
    expect(last?.sent_date).toBe("2026-12-05T10:00:00Z");
  });
});
