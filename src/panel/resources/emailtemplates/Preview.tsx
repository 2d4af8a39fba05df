import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useId, useState } from "react";
import { useTranslate } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { WireRecord } from "../../../core/descriptor.ts";
import { fillMail } from "../../../core/mail/fillMail.ts";
import { sampleValues } from "../../../core/mail/mailTemplates.ts";
import { useFormValues } from "../../kinds/controls/formValues.ts";
import { noProblems } from "../../kinds/controls/InputProps.ts";
import { ReferencePicker } from "../../kinds/reference/ReferencePicker.tsx";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { useMailing } from "../../providers/useMailing.ts";
import { nameKey } from "../../resource/labels.ts";
import { refusalText } from "../../views/record/refusalText.ts";
import { realSourceOf, useRealValues } from "./realValues.ts";
import styles from "./templates.module.css";

const read = ["reseller_id", "name", "from_email", "subject", "attachment_name", "body"];

/** The message as it would be sent, with sample data or those of a record. */
export function Preview() {
  const translate = useTranslate();
  const access = useAccess();
  const id = useId();
  const template = useFormValues(read);
  const source = realSourceOf(template.name);
  const [picked, setPicked] = useState<{ readonly resource: string; readonly id: number } | null>(null);
  // The record of another message's picker does not count.
  const record = picked?.resource === source?.resource ? picked : null;
  const real = useRealValues(record);
  const mail = fillMail(template, { ...sampleValues(template.name), ...real });
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
          required={false}
          readOnly={false}
          problems={noProblems}
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
  const { mutate, error, isPending } = useMailing({
    path: "/api/emailtemplates/test",
    body: template,
    sent: "mails.test.sent",
  });
  if (!isOffered("mail_templates") || !mayWrite) return null;
  // Invalid fields say so themselves.
  const sendValid = async () => {
    if (await trigger()) mutate();
  };
  return (
    <>
      <div className="row gap-4 across-12 middle text-13">
        <Button variant="outlined" loading={isPending} onClick={() => void sendValid()}>
          {translate("mails.test.send")}
        </Button>
        <p className="quiet">{translate("mails.test.help")}</p>
      </div>
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
    </>
  );
}
