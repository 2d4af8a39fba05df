import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { HttpError, useDataProvider, useNotify, useTranslate } from "react-admin";
import { Value } from "../../kinds/Value.tsx";
import { Confirm } from "../../kit/Confirm.tsx";
import type { PanelDataProvider } from "../../providers/dataProvider.ts";
import { hasExtension } from "../../providers/extensions.ts";
import { confirmRegistration, loadRegistration, resetSecondFactor } from "../../providers/otpSecret.ts";
import { useResource } from "../../providers/resources.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { RegistrationCode } from "../../ui/OtpHelp.tsx";
import { CopyButton } from "../../views/CopyButton.tsx";
import type { FormError } from "../../views/form/formErrors.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../../views/form/useValidatedSave.ts";
import { LoadState } from "../../views/LoadError.tsx";
import { canChangeField } from "../../views/recordActions/recordActions.ts";
import { requestErrorText } from "../../views/requestErrorText.ts";
import { useCellContext } from "../../views/useCellContext.ts";
import styles from "./security.module.css";

/** Codes of an app in addition to the password: users set up their own, masters require and reset others'. */
export function OtpSection({ record }: { record: RecordOf<"admins"> }) {
  const translate = useTranslate();
  const access = useAccess();
  const { descriptor } = useResource("admins");
  const heading = useRef<HTMLHeadingElement>(null);
  const state = `${record.enable_2fa} ${record.show_otp_registration_info}`;
  const lastState = useRef(state);
  useEffect(() => {
    // The pressed button may be gone: keyboard users continue from here.
    if (state !== lastState.current && document.activeElement === document.body) heading.current?.focus();
    lastState.current = state;
  }, [state]);
  // Interception has none, and older platforms do not support it.
  if (record.enable_2fa === undefined || record.role === "lintercept") return null;
  const isOwn = record.id === access.adminId;
  const field = descriptor.fields.find(({ name }) => name === "enable_2fa");
  const canChange = field !== undefined && canChangeField(descriptor, access, record, field);
  return (
    <section className={`card stack at-start pad-16 ${styles.section}`} aria-labelledby="second-factor">
      <h2 className="text-16" id="second-factor" ref={heading} tabIndex={-1}>
        {translate("views.security.factor")}
      </h2>
      <p className="prose quiet">{translate("views.security.factorText")}</p>
      <FactorState record={record} />
      {!isOwn && canChange && <OthersFactor record={record} />}
      {isOwn && !isPending(record) && <OwnFactor record={record} canChange={canChange} />}
      {isOwn && isPending(record) && <EnrolFactor record={record} canChange={canChange} />}
    </section>
  );
}

function isPending(record: RecordOf<"admins">): boolean {
  return record.enable_2fa === true && record.show_otp_registration_info === true;
}

/** Shows whether the factor is on, and since when. */
function FactorState({ record }: { record: RecordOf<"admins"> }) {
  const context = useCellContext("admins", "details");
  const { translate } = context;
  const state = record.enable_2fa !== true ? "off" : record.show_otp_registration_info === true ? "pending" : "on";
  return (
    <p className={`row gap-2 across-8 sunken round-6 ${styles.state} ${styles[state] ?? ""}`} role="status">
      <strong>{translate(`views.security.state.${state}`)}</strong>
      {state === "on" && record.otp_confirmed_at && (
        <span>
          {translate("views.security.since")}{" "}
          <Value
            kind="dateTime"
            value={record.otp_confirmed_at}
            source="otp_confirmed_at"
            record={record}
            context={context}
          />
        </span>
      )}
    </p>
  );
}

/** A master's actions on another user's second factor. */
function OthersFactor({ record }: { record: RecordOf<"admins"> }) {
  const translate = useTranslate();
  const { isBusy, errorText, setRequired, reset } = useOtp(record);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = record.enable_2fa === true;
  const { login } = record;
  return (
    <>
      {errorText && <Alert severity="error">{errorText}</Alert>}
      <FormControlLabel
        label={translate("views.security.require")}
        control={
          <Switch
            checked={isOn}
            aria-busy={isBusy}
            onChange={(_, isRequired) => void setRequired(isRequired)}
            slotProps={{ input: { role: "switch", "aria-describedby": "require-help" } }}
          />
        }
      />
      <p id="require-help" className="prose quiet">
        {translate(`views.security.requireText.${isOn ? "on" : "off"}`, { login })}
      </p>
      {isOn && record.show_otp_registration_info !== true && (
        <div className="row">
          <Button variant="outlined" color="error" loading={isBusy} onClick={() => setIsAsking(true)}>
            {translate("views.security.reset")}
          </Button>
        </div>
      )}
      <Confirm
        isOpen={isAsking}
        title="views.security.reset"
        content={translate("views.security.resetText", { login })}
        confirm="views.security.reset"
        cancel="views.remove.cancel"
        onConfirm={() => {
          setIsAsking(false);
          void reset();
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

interface OwnFactorProps {
  readonly record: RecordOf<"admins">;
  readonly canChange: boolean;
}

/** Turns the user's own second factor on or off. */
function OwnFactor({ record, canChange }: OwnFactorProps) {
  const translate = useTranslate();
  const { isBusy, errorText, setRequired } = useOtp(record);
  const [isAsking, setIsAsking] = useState(false);
  const isOn = record.enable_2fa === true;
  return (
    <>
      {!canChange && <p className="prose quiet">{translate("views.security.notYours")}</p>}
      {isOn && <p className="prose quiet">{translate("views.security.lost")}</p>}
      {errorText && <Alert severity="error">{errorText}</Alert>}
      {canChange && (
        <div className="row">
          {isOn ? (
            <Button variant="outlined" color="error" loading={isBusy} onClick={() => setIsAsking(true)}>
              {translate("views.security.turnOff")}
            </Button>
          ) : (
            <Button variant="contained" loading={isBusy} onClick={() => void setRequired(true)}>
              {translate("views.security.setUp")}
            </Button>
          )}
        </div>
      )}
      <Confirm
        isOpen={isAsking}
        title="views.security.turnOff"
        content="views.security.turnOffText"
        confirm="views.security.turnOff"
        cancel="views.remove.cancel"
        onConfirm={() => {
          setIsAsking(false);
          void setRequired(false);
        }}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}

interface EnrolFactorProps {
  readonly record: RecordOf<"admins">;
  readonly canChange: boolean;
}

/** The QR code for the user's app, and a field for the app's first code. */
function EnrolFactor({ record, canChange }: EnrolFactorProps) {
  const translate = useTranslate();
  const factor = useOtp(record);
  // Not cached: it is a secret, and may have changed.
  const registration = useQuery({
    queryKey: ["otpsecret", record.id, record._etag],
    queryFn: () => loadRegistration(),
    gcTime: 0,
  });
  const { data, error, isPending } = registration;
  if (error || isPending)
    return <LoadState query={registration} loading={<p role="status">{translate("views.details.loading")}</p>} />;
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
      {hasExtension("otp_confirm") ? (
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

/** Asks for an app's first code; after an error the input stays, selected. */
function CodeForm({ factor: { confirm, errorText, isBusy } }: { factor: ReturnType<typeof useOtp> }) {
  const translate = useTranslate();
  const [code, setCode] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  useEffect(() => {
    if (errorText) input.current?.select();
  }, [errorText]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === "") input.current?.focus();
    void confirm(code);
  };
  return (
    <form className="row above-4 top" noValidate onSubmit={submit} aria-busy={isBusy}>
      <TextField
        label={translate("views.security.code")}
        value={code}
        required
        error={errorText !== null}
        helperText={<span role="alert">{errorText}</span>}
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

/** The platform's exact message. */
const wrongCode = "Invalid OTP";

const shownFields = new Set(["code"]);

/** Actions on an administrator's second factor; the record is refetched afterwards. */
function useOtp({ id }: RecordOf<"admins">) {
  const { adminId } = useAccess();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const translate = useTranslate();
  const messageContext = useErrorMessageContext("admins");
  const { save, isSaving, refused, errors } = useValidatedSave({ messageContext, shownFields });
  /** `done` is the text of the notice; null: the screen says enough. */
  const run = async (send: () => Promise<unknown>, done: string | null, broken: readonly FormError[] = []) => {
    if (isSaving || "refused" in (await save({ check: () => toChecked(null, broken), send }))) return;
    if (done) notify(done, { type: "success" });
    refreshAfterWrite(queryClient);
  };
  const isWrongCode = refused?.error instanceof HttpError && refused.error.message === wrongCode;
  const reason = requestErrorText(translate, refused?.error);
  return {
    isBusy: isSaving,
    /** The error of the last attempt. */
    errorText: errors["/code"] ?? (refused && (isWrongCode ? translate("views.security.wrongCode") : reason)),
    setRequired: (isRequired: boolean) =>
      run(
        () => dataProvider.patchField("admins", id, "enable_2fa", isRequired),
        // The user's own is not done yet: the code to scan comes next.
        !isRequired ? "views.security.done.off" : id === adminId ? null : "views.security.done.required",
      ),
    reset: () => run(() => resetSecondFactor(id), "views.security.done.reset"),
    /** Completes the user's own registration. */
    confirm: (code: string) => {
      const missing = { pointer: "/code", text: translate("views.security.codeMissing") };
      const broken = code.trim() === "" ? [missing] : [];
      return run(() => confirmRegistration(code), "views.security.done.confirmed", broken);
    },
  };
}
