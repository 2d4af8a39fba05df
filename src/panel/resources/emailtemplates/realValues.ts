import { useGetOne } from "react-admin";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { type MailUse, type MailValues, mailUseOf, sampleValues } from "../../../core/mail/mailTemplates.ts";
import { valueAt } from "../../../core/valueAt.ts";
import type { ChoiceSource } from "../../kinds/reference/choices.ts";
import type { PanelRecord } from "../../providers/rest.ts";

const subscribers: ChoiceSource = { resource: "subscribers", search: "username" };
const customers: ChoiceSource = { resource: "customers", search: "external_id" };
const admins: ChoiceSource = { resource: "admins", search: "login" };

/** What the messages are about, as far as records have it. */
const sources: Readonly<Record<MailUse, ChoiceSource | undefined>> = {
  subscriber_default_email: subscribers,
  passreset_default_email: subscribers,
  admin_passreset_default_email: admins,
  invoice_default_email: customers,
  credit_warning_default_email: undefined,
  customer_fraud_lock_default_email: customers,
  customer_fraud_warning_default_email: customers,
  fax_receive_ok_default_email: undefined,
  fax_send_copy_default_email: undefined,
  fax_notify_ok_default_email: undefined,
  fax_notify_error_default_email: undefined,
  fax_notify_secret_update_default_email: subscribers,
};

/** The records whose data can fill in a template of this name. */
export function realSourceOf(template: Json | undefined): ChoiceSource | undefined {
  const use = mailUseOf(template);
  return use ? sources[use] : subscribers;
}

/** Paths of the records by placeholder. */
const pathsOf: Readonly<Record<string, MailValues>> = {
  admins: { admin: "login" },
  subscribers: {
    username: "username",
    webusername: "webusername",
    cc: "primary_number.cc",
    ac: "primary_number.ac",
    sn: "primary_number.sn",
  },
  customers: {
    customer_id: "id",
    ...Object.fromEntries(
      Object.keys(sampleValues("invoice_default_email"))
        .filter((name) => name.startsWith("client."))
        .map((name) => [name, name.replace("client.", "contact_id.")]),
    ),
  },
};

/** The values of a record; those that no record has are missing. */
export function realValues(resource: string, record: WireRecord): MailValues {
  const paths = Object.entries(pathsOf[resource] ?? {});
  const values = Object.fromEntries(paths.map(([name, path]) => [name, String(valueAt(record, path) ?? "")]));
  return resource === "subscribers" ? { ...values, subscriber: `${record.username}@${record.domain}` } : values;
}

/** The same of the chosen record, once it is loaded; none without one. */
export function useRealValues(chosen: { readonly resource: string; readonly id: number } | null): MailValues {
  const { resource, id } = chosen ?? { resource: "subscribers", id: 0 };
  const meta = resource === "customers" ? { meta: { expand: ["contact_id"] } } : {};
  const { data } = useGetOne<PanelRecord>(resource, { id, ...meta }, { enabled: chosen !== null });
  return chosen && data ? realValues(resource, data) : {};
}
