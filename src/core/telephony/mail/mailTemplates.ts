import type { WireRecord } from "../../schema/descriptor.ts";
import { businessError } from "../../validation/businessRules.ts";
import type { FieldError } from "../../validation/errors.ts";
import { toLiquidTemplate } from "../deviceTemplates/liquidTemplate.ts";
import mailUses from "./mailUses.json" with { type: "json" };

/** The platform's messages by the name of their template, each with its placeholders and a sample value for each. */
export { mailUses };

/** Values by placeholder. */
export type MailValues = Readonly<Record<string, string>>;

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

const chosenByCustomers: MailValues = Object.assign({}, ...customerTemplates.map(([, use]) => mailUses[use]));

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
