import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useNotify, useTranslate } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { WireRecord } from "../../../core/descriptor.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { send } from "../../providers/http.ts";
import { isObject } from "../../providers/isObject.ts";
import { summaryOf } from "../../providers/resources.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Sends the message as typed to the user's own address. */
export function TestMessage({ template }: { readonly template: WireRecord }) {
  const translate = useTranslate();
  const notify = useNotify();
  const { trigger } = useFormContext();
  const mayWrite = useAccess().can(summaryOf("emailtemplates"), "create");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => sendTest(template),
    onSuccess: ({ to, isOutbox }) =>
      notify(isOutbox ? "mails.test.kept" : "mails.test.sent", {
        type: isOutbox ? "warning" : "success",
        messageArgs: { to },
      }),
  });
  if (!isOffered("mail_templates") || !mayWrite) return null;
  // Invalid fields say so themselves.
  const sendValid = async () => {
    if (await trigger()) mutate();
  };
  return (
    <>
      <div className="mail-test">
        <Button variant="outlined" loading={isPending} onClick={() => void sendValid()}>
          {translate("mails.test.send")}
        </Button>
        <p className="cell-quiet">{translate("mails.test.help")}</p>
      </div>
      {error && <Alert severity="error">{refusalText(translate, error)}</Alert>}
    </>
  );
}

interface Sent {
  readonly to: string;
  /** The message stays on the platform, which has no mail server. */
  readonly isOutbox: boolean;
}

async function sendTest(template: WireRecord): Promise<Sent> {
  // The mail server may take its time.
  const { body } = await send({ method: "POST", path: "/api/emailtemplates/test", body: template, timeout: 60_000 });
  if (!isObject(body)) throw new Error("a test message should have an address");
  return { to: String(body.to), isOutbox: body.is_outbox === true };
}
