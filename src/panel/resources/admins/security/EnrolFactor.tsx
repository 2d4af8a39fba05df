import Button from "@mui/material/Button";
import { useQuery } from "@tanstack/react-query";
import { useTranslate } from "ra-core";
import { RegistrationCode } from "../../../login/RegistrationCode.tsx";
import { isOffered } from "../../../providers/extensions.ts";
import { loadRegistration } from "../../../providers/otpSecret.ts";
import type { PanelRecord } from "../../../providers/rest.ts";
import { CopyButton } from "../../../views/CopyButton.tsx";
import { Problem } from "../../../views/Problem.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { useSecondFactor } from "./useSecondFactor.ts";

interface EnrolFactorProps {
  readonly record: PanelRecord;
  readonly canChange: boolean;
}

/** The code for one's app, and the first code of the app in return. */
export function EnrolFactor({ record, canChange }: EnrolFactorProps) {
  const translate = useTranslate();
  const factor = useSecondFactor(record);
  // Asked for each time: a secret is nothing to keep, and may be another meanwhile.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ["otpsecret", record.id, record._etag],
    queryFn: () => loadRegistration(),
    gcTime: 0,
  });
  if (isPending) return <p role="status">{translate("views.details.loading")}</p>;
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data && (
        <>
          <p className="security-text">{translate("views.security.scan")}</p>
          <RegistrationCode
            registration={data}
            alt={translate("views.security.alt")}
            label={translate("views.security.secret")}
            end={<CopyButton text={data.secret} />}
          />
        </>
      )}
      {isOffered("otp_confirm") ? (
        <CodeForm factor={factor} />
      ) : (
        <p className="security-text">{translate("views.security.confirmByLogin")}</p>
      )}
      {canChange && (
        <div className="security-actions">
          <Button loading={factor.isBusy} onClick={() => void factor.setRequired(false)}>
            {translate("views.security.giveUp")}
          </Button>
        </div>
      )}
    </>
  );
}
