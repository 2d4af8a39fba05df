import Casino from "@mui/icons-material/Casino";
import Visibility from "@mui/icons-material/Visibility";
import VisibilityOff from "@mui/icons-material/VisibilityOff";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { isLoginPassword } from "../../../core/commonPasswords.ts";
import type { Json } from "../../../core/descriptor.ts";
import { generatePassword } from "../../../core/generatePassword.ts";
import { useFormValues, useIsNew } from "../controls/formValues.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { PasswordChecklist, StrengthMeter } from "./PasswordChecklist.tsx";
import { usePasswordPolicy } from "./usePasswordPolicy.ts";

/** Fields that identify a password's owner, in the order in which the rules look for a user name. */
const ownerFields = ["username", "webusername", "login", "email", "display_name"];

/** A password: hidden by default, with the platform's rules as a checklist, a strength meter and a generator. */
export function PasswordInput(props: InputProps): ReactNode {
  const { value, onChange, readOnly, help, resource, field } = props;
  const translate = useTranslate();
  const policy = usePasswordPolicy();
  const owner = useFormValues(ownerFields);
  const isNew = useIsNew();
  const isLogin = isLoginPassword(resource, field);
  const [isShown, setIsShown] = useState(false);
  const text = typeof value === "string" ? value : "";
  const generate = () => {
    onChange(generatePassword(policy));
    // A generated password has to be passed on, so it is shown.
    setIsShown(true);
  };
  const buttons = (
    <>
      <Tooltip title={translate("forms.password.generate")}>
        <IconButton onClick={generate} aria-label={translate("forms.password.generate")}>
          <Casino fontSize="small" />
        </IconButton>
      </Tooltip>
      <Tooltip title={translate(isShown ? "forms.password.hide" : "forms.password.show")}>
        <IconButton
          edge="end"
          aria-pressed={isShown}
          aria-label={translate("forms.password.show")}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <VisibilityOff fontSize="small" /> : <Visibility fontSize="small" />}
        </IconButton>
      </Tooltip>
    </>
  );
  return (
    <Box>
      <TextControl
        {...props}
        help={isNew ? help : [help, translate("forms.password.keep")].filter(Boolean).join(" ")}
        width={44}
        type={isShown ? "text" : "password"}
        autoComplete="new-password"
        monospace={isShown}
        text={text}
        onText={(typed) => onChange(typed === "" ? null : typed)}
        end={readOnly ? undefined : buttons}
      />
      {text !== "" && (
        <>
          <PasswordChecklist password={text} policy={policy} username={usernameOf(owner)} isLogin={isLogin} />
          <StrengthMeter password={text} context={Object.values(owner).filter((known) => typeof known === "string")} />
        </>
      )}
    </Box>
  );
}

function usernameOf(owner: Readonly<Record<string, Json>>): string | null {
  const name = [owner.username, owner.webusername, owner.login].find((known) => typeof known === "string");
  return typeof name === "string" ? name : null;
}
