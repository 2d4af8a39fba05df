import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, use, useEffect, useRef, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { loadCommonPasswords } from "../../../core/validation/commonPasswords.ts";
import { passwordViolations } from "../../../core/validation/passwordPolicy.ts";
import { PasswordChecklist, StrengthMeter } from "../../kinds/password/PasswordChecklist.tsx";
import { RevealButton } from "../../kinds/password/RevealButton.tsx";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { changeOwnPassword } from "../../providers/passwords.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { RefusedValuesError } from "../../views/form/formErrors.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import { useErrorMessageContext } from "../../views/form/useErrorMessageContext.ts";
import { toChecked, useValidatedSave } from "../../views/form/useValidatedSave.ts";
import styles from "./security.module.css";

/** Rules and password fields use the texts of forms, which a record's page has not loaded yet. */
const loadTexts = textsLoader("forms", "rules");

/** The user's own password: the new one twice, with the rules as a checklist. */
export function PasswordSection({ record }: { readonly record: RecordOf<"admins"> }) {
  use(loadTexts());
  const translate = useTranslate();
  const { login } = record;
  const { form, policy, password, inputOf, general, isSaving, submit } = useOwnPassword(login);
  const [isShown, setIsShown] = useState(false);
  const type = isShown ? "text" : "password";
  const reveal = (
    <InputAdornment position="end">
      <RevealButton isShown={isShown} onClick={() => setIsShown(!isShown)} />
    </InputAdornment>
  );
  return (
    <section className="card stack pad-16" aria-labelledby="own-password">
      <h2 className="text-16" id="own-password">
        {translate("views.password.title")}
      </h2>
      <p className="prose quiet">{translate("views.password.text")}</p>
      <form className={`stack gap-16 above-4 at-start ${styles.form}`} ref={form} onSubmit={submit} noValidate>
        <input hidden readOnly name="username" autoComplete="username" value={login} />
        <TextField
          {...inputOf("new_password")}
          label={translate("views.password.new")}
          type={type}
          slotProps={{ input: { endAdornment: reveal }, htmlInput: { spellCheck: false } }}
        />
        {password !== "" && (
          <div>
            <PasswordChecklist password={password} policy={policy} username={login} isLogin />
            <StrengthMeter password={password} context={[login, record.email ?? ""]} />
          </div>
        )}
        <TextField
          {...inputOf("repeat")}
          label={translate("views.password.repeat")}
          type={type}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        {general.length > 0 && <Alert severity="error">{general.join(" ")}</Alert>}
        <Button type="submit" variant="contained" loading={isSaving}>
          {translate("views.record.menu.changePassword")}
        </Button>
      </form>
    </section>
  );
}

const noPassword = { new_password: "", repeat: "" };
const shownFields = new Set(Object.keys(noPassword));

/** The form state of the user's new password: input, errors and submit. */
function useOwnPassword(login: string) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const policy = usePasswordRules();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(noPassword);
  const { new_password: password, repeat } = values;
  const { save, ...saving } = useValidatedSave({ messageContext: useErrorMessageContext("admins"), shownFields });

  useEffect(() => {
    const [first] = saving.refused?.onFields ?? [];
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first.pointer.slice(1)}"]`)?.focus();
  }, [saving.refused]);

  const check = async () => {
    const required = { pointer: "/new_password", text: translate("rules.required") };
    if (password === "") return toChecked(password, [required]);
    // The platform alone refuses common passwords if the list does not load.
    const isCommon = await loadCommonPasswords().catch(() => undefined);
    const broken = passwordViolations(password, { policy, username: login, isCommon });
    const texts = broken.map(({ rule, params }) => translate(`rules.password.${rule}`, params));
    return toChecked(password, [
      ...(texts.length > 0 ? [{ pointer: "/new_password", text: texts.join(". ") }] : []),
      ...(password === repeat ? [] : [{ pointer: "/repeat", text: translate("views.password.differs") }]),
    ]);
  };
  const send = async () => {
    const failure = await changeOwnPassword(password);
    if (!failure) return;
    if (failure.reason !== "weak") throw new Error(`views.password.failure.${failure.reason}`);
    const texts = failure.errors.map((error) => ("text" in error ? error.text : translate(error.key, error.params)));
    throw new RefusedValuesError([{ pointer: "/new_password", text: texts.join(". ") }]);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving.isSaving || "refused" in (await save({ check, send }))) return;
    setValues(noPassword);
    notify("views.password.changed", { type: "success" });
    refreshAfterWrite(queryClient);
  };
  const inputOf = (name: keyof typeof noPassword) => ({
    name,
    value: values[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues({ ...values, [name]: target.value }),
    autoComplete: "new-password",
    error: saving.errors[`/${name}`] !== undefined,
    helperText: saving.errors[`/${name}`],
  });
  return { ...saving, form, policy, password, inputOf, submit };
}
