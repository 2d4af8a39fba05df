import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useNotify, useRefresh, useTranslate } from "react-admin";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { send } from "../../providers/http.ts";
import { isObject } from "../../providers/isObject.ts";
import { summaryOf } from "../../providers/resources.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { refusalText } from "../../views/record/refusalText.ts";

/** Mails the PDF to the customer, once that is confirmed; nothing for users who may not. */
export function MailInvoice({ record }: { readonly record: PanelRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const refresh = useRefresh();
  const mayMail = useAccess().can(summaryOf("invoices"), "create") && isOffered("invoice_mail");
  const [isAsking, setIsAsking] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => mailInvoice(record.id),
    onSuccess: ({ to, isOutbox }) => {
      notify(isOutbox ? "mails.test.kept" : "invoices.mail.sent", {
        type: isOutbox ? "warning" : "success",
        messageArgs: { to },
      });
      refresh();
    },
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
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
      <ConfirmDialog
        isOpen={isAsking}
        title={translate("invoices.mail.title")}
        text={translate("invoices.mail.about")}
        confirmLabel={label}
        cancelLabel={translate("invoices.mail.cancel")}
        onConfirm={confirm}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

interface Mailed {
  readonly to: string;
  /** The message stays on the platform, which has no mail server. */
  readonly isOutbox: boolean;
}

async function mailInvoice(id: PanelRecord["id"]): Promise<Mailed> {
  // The mail server may take its time.
  const { body } = await send({ method: "POST", path: `/api/invoices/${id}/mail`, timeout: 60_000 });
  if (!isObject(body)) throw new Error("a mailed invoice should have an address");
  return { to: String(body.to), isOutbox: body.is_outbox === true };
}
