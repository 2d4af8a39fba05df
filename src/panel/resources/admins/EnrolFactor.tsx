import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import { RegistrationCode } from "../../login/SecondFactorHelp.tsx";
import { isOffered } from "../../providers/extensions.ts";
import { loadRegistration } from "../../providers/otpSecret.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { CopyButton } from "../../views/CopyButton.tsx";
import { Problem } from "../../views/Problem.tsx";
import { type SecondFactor, useSecondFactor } from "./useSecondFactor.ts";

interface EnrolFactorProps {
  readonly record: PanelRecord;
  readonly canChange: boolean;
}

/** The QR code for the user's app, and a field for the app's first code. */
export function EnrolFactor({ record, canChange }: EnrolFactorProps) {
  const translate = useTranslate();
  const factor = useSecondFactor(record);
  // Not cached: it is a secret, and may have changed.
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
          <p className="prose quiet">{translate("views.security.scan")}</p>
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
        <p className="prose quiet">{translate("views.security.confirmByLogin")}</p>
      )}
      {canChange && (
        <div className="row">
          <Button loading={factor.isBusy} onClick={() => void factor.setRequired(false)}>
            {translate("views.security.giveUp")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Asks for an app's first code; after a refusal the input stays, selected. */
function CodeForm({ factor: { confirm, refusal, isBusy } }: { factor: SecondFactor }) {
  const translate = useTranslate();
  const [code, setCode] = useState("");
  const [isMissing, setIsMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (refusal) input.current?.select();
  }, [refusal]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(code.trim() === "");
    if (code.trim() === "") input.current?.focus();
    else void confirm(code);
  };
  const problem = isMissing ? translate("views.security.codeMissing") : refusal;
  return (
    <form className="row above-4 top" noValidate onSubmit={submit} aria-busy={isBusy}>
      <TextField
        label={translate("views.security.code")}
        value={code}
        required
        error={problem !== null}
        helperText={<span role="alert">{problem}</span>}
        inputRef={input}
        autoComplete="one-time-code"
        onChange={({ target }) => setCode(target.value)}
        slotProps={{ htmlInput: { inputMode: "numeric", maxLength: 9 } }}
      />
      <Button type="submit" variant="contained" loading={isBusy}>
        {translate("views.security.confirm")}
      </Button>
    </form>
  );
}
