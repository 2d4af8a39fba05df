import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { useTranslate } from "ra-core";
import { useState } from "react";
import { certificates, mayCreateCertificate } from "../../../core/certificates.ts";
import { useAccess } from "../../providers/FactsContext.tsx";
import { ConfirmDialog } from "../../views/form/ConfirmDialog.tsx";
import { Problem } from "../../views/Problem.tsx";
import { refusalText } from "../../views/record/refusalText.ts";
import { CertificateFacts } from "./CertificateFacts.tsx";
import { useCertificate } from "./useCertificate.ts";

interface CertificateCardProps {
  readonly adminId: number;
  readonly login: string;
}

type Command = "create" | "revoke";

/** What there is of a certificate, and what this person can do about it. New ones are made by their owners alone. */
export function CertificateCard({ adminId, login }: CertificateCardProps) {
  const translate = useTranslate();
  const access = useAccess();
  const { state, loadError, reload, create, revoke } = useCertificate(adminId, login);
  const [asking, setAsking] = useState<Command | null>(null);
  const isOwn = adminId === access.adminId;
  const mayCreate = isOwn && mayCreateCertificate(access, adminId);
  const mayRevoke = state?.hasCertificate === true && access.can(certificates, "delete", { record: { id: adminId } });
  const isBusy = create.isPending || revoke.isPending;
  const error = create.error ?? revoke.error;
  const perform = (command: Command) => {
    setAsking(null);
    create.reset();
    revoke.reset();
    (command === "create" ? create : revoke).mutate();
  };

  if (!state && !loadError) return <p role="status">{translate("certificates.loading")}</p>;
  return (
    <>
      {loadError ? <Problem error={loadError} onRetry={reload} /> : state && <CertificateFacts state={state} />}
      {error && (
        <Alert severity="error">{translate("certificates.failed", { reason: refusalText(translate, error) })}</Alert>
      )}
      <div className="details-actions">
        {mayCreate && (
          <Button
            variant="contained"
            loading={create.isPending}
            disabled={isBusy}
            // Where nobody can tell, there may be one to lose.
            onClick={() => (state?.hasCertificate === false ? perform("create") : setAsking("create"))}
          >
            {translate(state?.hasCertificate ? "certificates.replace" : "certificates.create")}
          </Button>
        )}
        {mayRevoke && (
          <Button
            variant="outlined"
            color="error"
            loading={revoke.isPending}
            disabled={isBusy}
            onClick={() => setAsking("revoke")}
          >
            {translate("certificates.revoke")}
          </Button>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          isOpen
          title={translate(`certificates.ask.${asking}.title`)}
          text={translate(`certificates.ask.${asking}.text`, { login })}
          confirmLabel={translate(`certificates.ask.${asking}.confirm`)}
          cancelLabel={translate("certificates.cancel")}
          onConfirm={() => perform(asking)}
          onCancel={() => setAsking(null)}
        />
      )}
    </>
  );
}
