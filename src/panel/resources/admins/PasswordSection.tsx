import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import Tooltip from "@mui/material/Tooltip";
import { useTranslate } from "ra-core";
import { use, useState } from "react";
import { PasswordDemands } from "../../kinds/password/PasswordDemands.tsx";
import { StrengthMeter } from "../../kinds/password/StrengthMeter.tsx";
import { addTexts } from "../../providers/i18nProvider.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { useOwnPassword } from "./useOwnPassword.ts";
import "./passwordSection.css";

let loading: Promise<unknown> | undefined;

/** Rules and password fields speak the words of forms, which a record's page alone has not loaded. */
function loadTexts(): Promise<unknown> {
  loading ??= Promise.all([addTexts("forms"), addTexts("rules")]).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** One's own password: the new one twice, with the rules to tick off. */
export function PasswordSection({ record }: { readonly record: PanelRecord }) {
  use(loadTexts());
  const translate = useTranslate();
  const login = String(record.login);
  const { form, policy, password, setPassword, repeat, setRepeat, problems, isBusy, save } = useOwnPassword(login);
  const [isShown, setIsShown] = useState(false);
  const type = isShown ? "text" : "password";
  const show = translate(isShown ? "forms.password.hide" : "forms.password.show");
  const reveal = (
    <InputAdornment position="end">
      <Tooltip title={show}>
        <IconButton edge="end" aria-label={show} onClick={() => setIsShown(!isShown)}>
          {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </IconButton>
      </Tooltip>
    </InputAdornment>
  );
  return (
    <section className="own-password" aria-labelledby="own-password">
      <h2 id="own-password">{translate("views.password.title")}</h2>
      <p>{translate("views.password.text")}</p>
      <form ref={form} onSubmit={save} noValidate>
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
            <PasswordDemands password={password} policy={policy} username={login} isLogin />
            <StrengthMeter password={password} context={[login, String(record.email ?? "")]} />
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
          {translate("views.password.save")}
        </Button>
      </form>
    </section>
  );
}
