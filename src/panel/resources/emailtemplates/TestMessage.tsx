import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "react-admin";
import { useFormContext } from "react-hook-form";
import type { WireRecord } from "../../../core/descriptor.ts";
import { isOffered } from "../../providers/extensions.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import { useMailing } from "../../providers/useMailing.ts";
import { refusalText } from "../../views/record/refusalText.ts";

/** Sends the message as typed to the user's own address. */
export function TestMessage({ template }: { readonly template: WireRecord }) {
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
