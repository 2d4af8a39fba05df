import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useMutation } from "@tanstack/react-query";
import { useTranslate } from "react-admin";
import { sendLinkTo } from "../../providers/passwords.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { summaryOf } from "../../providers/summaries.ts";
import type { CustomTabProps } from "../../views/override.ts";
import { OtpSection } from "./OtpSection.tsx";
import { PasswordSection } from "./PasswordSection.tsx";
import styles from "./security.module.css";

/** The account's authentication: password and second factor. */
export function SecurityTab({ record }: CustomTabProps<"admins">) {
  const access = useAccess();
  const looksAfter =
    record.id !== access.adminId && record.is_active === true && access.can(summaryOf("admins"), "update", { record });
  return (
    <div className="stack max-760">
      {record.id === access.adminId && <PasswordSection record={record} />}
      {looksAfter && <OthersPassword record={record} />}
      <OtpSection record={record} />
    </div>
  );
}

/** Another user's password: nobody else sets it, but its owner can be sent a link to a new one. */
function OthersPassword({ record }: { readonly record: RecordOf<"admins"> }) {
  const translate = useTranslate();
  const {
    data: failure,
    mutate,
    isPending,
    isSuccess,
  } = useMutation({
    mutationFn: () => sendLinkTo(record.login),
  });
  const email = record.email ?? "";
  const lack = record.can_reset_password ? (email === "" ? "noEmail" : null) : "notAllowed";
  return (
    <section className={`card stack at-start pad-16 ${styles.section}`} aria-labelledby="others-password">
      <h2 className="text-16" id="others-password">
        {translate("views.password.title")}
      </h2>
      <p className="prose quiet">{translate(`views.password.others.${lack ?? "text"}`, { email })}</p>
      {failure && <Alert severity="error">{translate(`views.password.failure.${failure.reason}`)}</Alert>}
      {isSuccess && !failure && (
        <Alert severity="success" role="status">
          {translate("views.password.others.sent", { email })}
        </Alert>
      )}
      {lack === null && (
        <div className="row">
          <Button variant="outlined" loading={isPending} onClick={() => mutate()}>
            {translate("views.record.menu.resetLink")}
          </Button>
        </div>
      )}
    </section>
  );
}
