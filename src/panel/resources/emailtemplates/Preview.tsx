import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useGetOne, useTranslate } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { valueAtPath } from "../../../core/schema/valueAt.ts";
import { fillMail } from "../../../core/telephony/mail/fillMail.ts";
import { type MailUse, type MailValues, mailUseOf, sampleValues } from "../../../core/telephony/mail/mailTemplates.ts";
import { useFormValues } from "../../kinds/controls/formValues.ts";
import type { ChoiceSource } from "../../kinds/reference/choices.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { nameKey } from "../../navigation/labels.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { type PanelRecord, readText } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { useSendMail } from "../../providers/useSendMail.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import styles from "./templates.module.css";

const read = ["reseller_id", "name", "from_email", "subject", "attachment_name", "body"];

/** The message as it would be sent, with sample data or those of a record. */
export function Preview() {
  const translate = useTranslate();
  const access = useAccess();
  const id = useId();
  const template = useFormValues(read);
  const name = readText(template, "name");
  const source = realSourceOf(name);
  const [picked, setPicked] = useState<{ readonly resource: string; readonly id: number } | null>(null);
  // The record of another message's picker does not count.
  const record = picked?.resource === source?.resource ? picked : null;
  const real = useRealValues(record);
  const mail = fillMail(template, { ...sampleValues(name), ...real });
  const { reseller_id } = template;
  return (
    <section className={`stack line-above ${styles.preview}`} aria-labelledby={id}>
      <h3 className="text-13 below-4" id={id}>
        {translate("mails.preview")}
      </h3>
      {source && access.can(summaryOf(source.resource), "lookup") && (
        <ReferencePicker
          key={source.resource}
          id={`${id}-record`}
          label={translate("mails.record", { name: translate(nameKey(source.resource), { smart_count: 1 }) })}
          help={translate("mails.recordHelp")}
          source={source}
          filter={reseller_id === undefined ? {} : { reseller_id }}
          value={record?.id ?? null}
          onChange={(chosen) =>
            setPicked(typeof chosen === "number" ? { resource: source.resource, id: chosen } : null)
          }
        />
      )}
      {(mail.from || mail.subject || mail.text) && (
        <div className={`card ${styles.message}`}>
          <dl className="stack facts gap-4 pad-12-16">
            <div>
              <dt>{translate("resources.emailtemplates.fields.from_email")}</dt>
              <dd translate="no">{mail.from}</dd>
            </div>
            <div>
              <dt>{translate("resources.emailtemplates.fields.subject")}</dt>
              <dd translate="no">{mail.subject}</dd>
            </div>
            {mail.attachmentName !== "" && (
              <div>
                <dt>{translate("resources.emailtemplates.fields.attachment_name")}</dt>
                <dd translate="no">{mail.attachmentName}</dd>
              </div>
            )}
          </dl>
          <pre translate="no" className="pad-12-16 anywhere">
            {mail.text}
          </pre>
        </div>
      )}
      <TestMessage template={template} />
    </section>
  );
}

/** Sends the message as typed to the user's own address. */
function TestMessage({ template }: { readonly template: WireRecord }) {
  const translate = useTranslate();
  const { trigger } = useFormContext();
  const mayWrite = useAccess().can(summaryOf("emailtemplates"), "create");
  const { mutate, error, isPending } = useSendMail({
    path: "/api/emailtemplates/test",
    body: template,
    sent: "mails.test.sent",
  });
  if (!hasExtension("mail_templates") || !mayWrite) return null;
  // Invalid fields say so themselves.
  const sendValid = async () => {
    if (await trigger()) mutate();
  };
  return (
    <>
      <div className="row gap-4 across-16 middle text-13">
        <Button variant="outlined" loading={isPending} onClick={() => void sendValid()}>
          {translate("mails.test.send")}
        </Button>
        <p className="quiet">{translate("mails.test.help")}</p>
      </div>
      {error && <Alert severity="error">{requestErrorText(translate, error)}</Alert>}
    </>
  );
}

const subscribers: ChoiceSource = { resource: "subscribers", search: "username" };
const customers: ChoiceSource = { resource: "customers", search: "external_id" };
const admins: ChoiceSource = { resource: "admins", search: "login" };

/** The resources that the messages are about, as far as there are records of them. */
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
function realSourceOf(template: string | null): ChoiceSource | undefined {
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
function realValues(resource: string, record: WireRecord): MailValues {
  const paths = Object.entries(pathsOf[resource] ?? {});
  const values = Object.fromEntries(paths.map(([name, path]) => [name, String(valueAtPath(record, path) ?? "")]));
  return resource === "subscribers" ? { ...values, subscriber: `${record.username}@${record.domain}` } : values;
}

/** Returns the values of the chosen record, once it is loaded; none without one. */
function useRealValues(chosen: { readonly resource: string; readonly id: number } | null): MailValues {
  const { resource, id } = chosen ?? { resource: "subscribers", id: 0 };
  const meta = resource === "customers" ? { meta: { expand: ["contact_id"] } } : {};
  const { data } = useGetOne<PanelRecord>(resource, { id, ...meta }, { enabled: chosen !== null });
  return chosen && data ? realValues(resource, data) : {};
}
