import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, use, useEffect, useRef, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import { loadCommonPasswords } from "../../../core/validation/commonPasswords.ts";
import { passwordProblems } from "../../../core/validation/passwordPolicy.ts";
import { PasswordChecklist, StrengthMeter } from "../../kinds/password/PasswordChecklist.tsx";
import { RevealButton } from "../../kinds/password/RevealButton.tsx";
import { usePasswordRules } from "../../kinds/password/usePasswordRules.ts";
import { textsLoader } from "../../providers/i18nProvider.ts";
import { changeOwnPassword, type PasswordChangeError } from "../../providers/passwords.ts";
import type { RecordOf } from "../../providers/rest.ts";
import { refreshAfterWrite } from "../../views/form/refreshAfterWrite.ts";
import styles from "./security.module.css";

/** Rules and password fields use the texts of forms, which a record's page has not loaded yet. */
const loadTexts = textsLoader("forms", "rules");

/** The user's own password: the new one twice, with the rules as a checklist. */
export function PasswordSection({ record }: { readonly record: RecordOf<"admins"> }) {
  use(loadTexts());
  const translate = useTranslate();
  const { login } = record;
  const { form, policy, password, setPassword, repeat, setRepeat, problems, isBusy, save } = useOwnPassword(login);
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
      <form className={`stack gap-16 above-4 at-start ${styles.form}`} ref={form} onSubmit={save} noValidate>
        <input hidden readOnly name="username" autoComplete="username" value={login} />
        <TextField
          name="new_password"
          label={translate("views.password.new")}
          type={type}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          autoComplete="new-password"
          error={problems.password !== undefined}
          helperText={problems.password}
          slotProps={{ input: { endAdornment: reveal }, htmlInput: { spellCheck: false } }}
        />
        {password !== "" && (
          <div>
            <PasswordChecklist password={password} policy={policy} username={login} isLogin />
            <StrengthMeter password={password} context={[login, record.email ?? ""]} />
          </div>
        )}
        <TextField
          name="repeat"
          label={translate("views.password.repeat")}
          type={type}
          value={repeat}
          onChange={(event) => setRepeat(event.target.value)}
          autoComplete="new-password"
          error={problems.repeat !== undefined}
          helperText={problems.repeat}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
        {problems.other && <Alert severity="error">{problems.other}</Alert>}
        <Button type="submit" variant="contained" loading={isBusy}>
          {translate("views.record.menu.changePassword")}
        </Button>
      </form>
    </section>
  );
}

interface Problems {
  readonly password?: string;
  readonly repeat?: string;
  readonly other?: string;
}

/** The form state of the user's new password: input, errors and submit. */
function useOwnPassword(login: string) {
  const translate = useTranslate();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const policy = usePasswordRules();
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [problems, setProblems] = useState<Problems>({});
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    const name = problems.password ? "new_password" : problems.repeat ? "repeat" : null;
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus();
  }, [problems]);

  const check = async (): Promise<Problems> => {
    if (password === "") return { password: translate("rules.required") };
    // The platform alone refuses common passwords if the list does not load.
    const isCommon = await loadCommonPasswords().catch(() => undefined);
    const broken = passwordProblems(password, { policy, username: login, isCommon });
    const texts = broken.map(({ rule, params }) => translate(`rules.password.${rule}`, params));
    return {
      ...(texts.length > 0 ? { password: texts.join(". ") } : {}),
      ...(password === repeat ? {} : { repeat: translate("views.password.differs") }),
    };
  };

  const toErrors = (failure: PasswordChangeError): Problems => {
    if (failure.reason !== "weak") return { other: translate(`views.password.failure.${failure.reason}`) };
    const texts = failure.errors.map((error) => ("text" in error ? error.text : translate(error.key, error.params)));
    return { password: texts.join(". ") };
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setIsBusy(true);
    const errors = await check();
    const failure = Object.keys(errors).length > 0 ? null : await changeOwnPassword(password);
    setIsBusy(false);
    setProblems(failure ? toErrors(failure) : errors);
    if (failure || Object.keys(errors).length > 0) return;
    setPassword("");
    setRepeat("");
    notify("views.password.changed", { type: "success" });
    refreshAfterWrite(queryClient);
  };

  return { form, policy, password, setPassword, repeat, setRepeat, problems, isBusy, save };
}
