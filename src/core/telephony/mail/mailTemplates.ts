import type { WireRecord } from "../../schema/descriptor.ts";
import { businessError } from "../../validation/businessRules.ts";
import type { FieldError } from "../../validation/errors.ts";
import { toLiquidTemplate } from "../deviceTemplates/liquidTemplate.ts";

/** Values by placeholder. */
export type MailValues = Readonly<Record<string, string>>;

const url = "https://panel.example/#/recoverpassword?token=kM3xTz0q";

const credentials = {
  url,
  subscriber: "ada@sip.example.org",
  username: "ada",
  password: "Tulip-Harbour-27",
  webusername: "ada",
  webpassword: "Copper-Meadow-51",
  cc: "44",
  ac: "1632",
  sn: "960123",
};
const reset = { url, subscriber: "ada@sip.example.org" };

function contact(prefix: "provider" | "client", values: MailValues): MailValues {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));
}

const invoice = {
  ...contact("provider", {
    company: "Example Telecom Ltd",
    firstname: "Grace",
    lastname: "Hill",
    email: "billing@telecom.example",
    street: "1 Harbour Road",
    postcode: "M1 1AA",
    city: "Manchester",
    country: "GB",
    phonenumber: "+44 161 4960000",
    mobilenumber: "+44 7700 900000",
    faxnumber: "+44 161 4960001",
    vatnum: "GB123456789",
    comregnum: "01234567",
    iban: "GB33BUKB20201555555555",
    bic: "BUKBGB22",
    bankname: "Example Bank",
  }),
  ...contact("client", {
    company: "Example Bakery",
    firstname: "Ada",
    lastname: "Baker",
    email: "ada@bakery.example",
    street: "7 Mill Lane",
    postcode: "LS1 4AP",
    city: "Leeds",
    country: "GB",
    phonenumber: "+44 113 4960000",
    mobilenumber: "+44 7700 900001",
    faxnumber: "+44 113 4960001",
    vatnum: "GB987654321",
    comregnum: "07654321",
    iban: "GB94BARC10201530093459",
    bic: "BARCGB22",
    bankname: "Another Bank",
  }),
  "invoice.id": "123",
  "invoice.serial": "INV2026010000123",
  "invoice.period_start": "2026-01-01",
  "invoice.period_end": "2026-01-31",
  "invoice.month": "01",
  "invoice.year": "2026",
  "invoice.amount_net": "100.00",
  "invoice.amount_vat": "20.00",
  "invoice.amount_total": "120.00",
};

const fraud = {
  adminmail: "operations@platform.example",
  customer_id: "42",
  interval: "day",
  interval_cost: "52.40",
  interval_limit: "50.00",
  type: "profile",
  subscribers: "ada@sip.example.org\nben@sip.example.org",
};

const fax = {
  mail_from: "fax@platform.example",
  caller: "441632960123",
  callee: "441632960456",
  pages: "2",
};

/** The platform's messages by the name of their template, each with its placeholders and a sample value for each. */
export const mailUses = {
  subscriber_default_email: credentials,
  passreset_default_email: reset,
  admin_passreset_default_email: { url, admin: "ada" },
  invoice_default_email: invoice,
  credit_warning_default_email: {
    adminmail: "operations@platform.example",
    domain: "sip.example.org",
    threshold: "5.00",
    contracts: "42: 3.10\n57: 0.85",
  },
  customer_fraud_lock_default_email: fraud,
  customer_fraud_warning_default_email: fraud,
  fax_receive_ok_default_email: {
    ...fax,
    status: "OK",
    date: "2026-01-05 10:15:00",
    date_file: "20260105101500",
  },
  fax_send_copy_default_email: { ...fax, date_file: "20260105101500" },
  fax_notify_ok_default_email: { ...fax, quality: "fine" },
  fax_notify_error_default_email: {
    ...fax,
    status: "failed",
    attempts: "3",
    sent_pages: "1",
    reason: "The other side did not answer",
  },
  fax_notify_secret_update_default_email: {
    mail_from: "fax@platform.example",
    subscriber: "ada@sip.example.org",
    secret_key: "8d1f0c5e",
  },
} as const satisfies Record<string, MailValues>;

export type MailUse = keyof typeof mailUses;

/** The message that a template is for, by its name. Others are chosen by customers, for one of three messages. */
export function mailUseOf(template: unknown): MailUse | undefined {
  return typeof template === "string" && Object.hasOwn(mailUses, template) ? (template as MailUse) : undefined;
}

/** The fields by which a customer chooses templates, each with the message and so the name of the usual one. */
export const customerTemplates = [
  ["subscriber_email_template_id", "subscriber_default_email"],
  ["passreset_email_template_id", "passreset_default_email"],
  ["invoice_email_template_id", "invoice_default_email"],
] as const satisfies readonly (readonly [field: string, use: MailUse])[];

const chosenByCustomers: MailValues = { ...credentials, ...reset, ...invoice };

/** The placeholders that a template of this name may use, each with a sample value. */
export function sampleValues(template: unknown): MailValues {
  const use = mailUseOf(template);
  return use ? mailUses[use] : chosenByCustomers;
}

/** Placeholders that a message can be sent from. */
const addresses: readonly string[] = ["adminmail", "mail_from", "provider.email", "client.email"];

export const filledFields = ["from_email", "subject", "body", "attachment_name"] as const;

export type MailPointer = `/${(typeof filledFields)[number]}`;
export type MailRule = "placeholderUnknown" | "placeholderCode" | "senderFixed";

export interface MailFault {
  readonly rule: MailRule;
  readonly pointer: MailPointer;
  readonly params?: Readonly<Record<string, string>>;
}

export function mailFaults(template: WireRecord): MailFault[] {
  const samples = sampleValues(template.name);
  return filledFields.flatMap((field): MailFault[] => {
    const text = template[field];
    if (typeof text !== "string") return [];
    const placeholders = Object.keys(samples).filter((name) => field !== "from_email" || addresses.includes(name));
    const [fault] = toLiquidTemplate(text, placeholders).faults;
    if (!fault) return [];
    const pointer: MailPointer = `/${field}`;
    const { rule, params } = fault;
    // The format of senders allows no code.
    if (rule !== "variableUnknown") return pointer === "/from_email" ? [] : [{ rule: "placeholderCode", pointer }];
    // Nothing in this message stands for an address.
    if (placeholders.length === 0) return [{ rule: "senderFixed", pointer }];
    return [{ rule: "placeholderUnknown", pointer, params }];
  });
}

/** Returns the faults as errors at the fields of a form. */
export function mailErrors(template: WireRecord): FieldError[] {
  return mailFaults(template).map(({ rule, pointer, params }) => businessError(pointer, rule, params));
}
