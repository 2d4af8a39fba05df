import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useState } from "react";
import { useRefresh, useTranslate } from "react-admin";
import { Confirm } from "../../kit/Confirm.tsx";
import { hasExtension } from "../../providers/extensions.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { useSendMail } from "../../providers/useSendMail.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { ShowFields } from "../../views/show/ShowFields.tsx";

/** Shows an invoice, with a button that mails it. The month stands for its first and last second. */
export function OverviewTab({ descriptor, record }: CustomTabProps<"invoices">) {
  const fields = descriptor.fields.filter(({ name }) => name !== "period_start" && name !== "period_end");
  return (
    <>
      <ShowFields descriptor={record.period ? { ...descriptor, fields } : descriptor} record={record} />
      <MailInvoice record={record} />
    </>
  );
}

/** Mails the PDF to the customer, once that is confirmed; nothing for users who may not. */
function MailInvoice({ record }: { readonly record: RecordOf<"invoices"> }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const mayMail = useAccess().can(summaryOf("invoices"), "create") && hasExtension("invoice_mail");
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending } = useSendMail({
    path: `/api/invoices/${record.id}/mail`,
    sent: "invoices.mail.sent",
    onSent: refresh,
  });
  if (!mayMail) return null;
  const label = translate(record.sent_date ? "invoices.mail.again" : "invoices.mail.send");
  const confirm = () => {
    setIsAsking(false);
    mutate();
  };
  return (
    <>
      <p>
        <Button variant="outlined" loading={isPending} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </p>
      {error && <Alert severity="error">{requestErrorText(translate, error)}</Alert>}
      <Confirm
        isOpen={isAsking}
        title="invoices.mail.title"
        content="invoices.mail.about"
        confirm={label}
        cancel="invoices.mail.cancel"
        onConfirm={confirm}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
