import Casino from "@mui/icons-material/Casino";
import Box from "@mui/material/Box";
import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useNotify, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isLoginPassword } from "../../../core/validation/commonPasswords.ts";
import { generatePassword } from "../../../core/validation/generatePassword.ts";
import { summaries } from "../../../generated/index.gen.ts";
import { revealSecret } from "../../providers/reveal.ts";
import { useAccess } from "../../providers/StartupDataContext.tsx";
import { NamedButton } from "../../ui/NamedButton.tsx";
import { useFormValue, useFormValues, useIsNew } from "../controls/formValues.ts";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { PasswordChecklist, StrengthMeter } from "./PasswordChecklist.tsx";
import { RevealButton } from "./RevealButton.tsx";
import { usePasswordRules } from "./usePasswordRules.ts";

export const inputs = { password: PasswordInput } satisfies Inputs;

/** Fields that identify a password's owner, in the order in which the rules look for a user name. */
const ownerFields = ["username", "webusername", "login", "email", "display_name"];

/**
 * A password: hidden by default, with the platform's rules as a checklist, a strength meter and a generator. The stored
 * one is fetched when it is to be seen, if this user may.
 */
function PasswordInput(props: InputProps): ReactNode {
  const { value, readOnly, help, resource, field } = props;
  const translate = useTranslate();
  const policy = usePasswordRules();
  const owner = useFormValues(ownerFields);
  const isNew = useIsNew();
  const isLogin = isLoginPassword(resource, field);
  const [isShown, setIsShown] = useState(false);
  const storedSecret = useStoredSecret(props);
  const onChange = (next: Json) => {
    storedSecret.forget();
    props.onChange(next);
  };
  const text = typeof value === "string" ? value : "";
  const generate = () => {
    onChange(generatePassword(policy));
    // A generated password has to be passed on, so it is shown.
    setIsShown(true);
  };
  const buttons = (
    <>
      <NamedButton onClick={generate} label={translate("forms.password.generate")}>
        <Casino fontSize="small" />
      </NamedButton>
      {(text !== "" || storedSecret.canShow) && (
        <RevealButton
          isShown={isShown}
          onClick={() => {
            setIsShown(!isShown);
            if (isShown) storedSecret.forget();
            else if (text === "") storedSecret.show();
          }}
        />
      )}
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
        text={text || (storedSecret.secret ?? "")}
        onText={(typed) => onChange(typed === "" ? null : typed)}
        end={readOnly ? undefined : buttons}
      />
      {text !== "" && (
        <>
          <PasswordChecklist password={text} policy={policy} username={usernameOf(owner)} isLogin={isLogin} />
          <StrengthMeter password={text} context={Object.values(owner).filter((value) => typeof value === "string")} />
        </>
      )}
    </Box>
  );
}

/** The stored secret of a top-level field, fetched on demand: each look is an entry of the journal. */
function useStoredSecret({ field, path, resource }: InputProps) {
  const id = useFormValue("id");
  const isNew = useIsNew();
  const access = useAccess();
  const notify = useNotify();
  const summary = summaries[resource];
  const isStored = !isNew && field.secret === true && !field.writeOnly && path === field.name && id !== undefined;
  const { data, mutate, reset } = useMutation({
    mutationFn: () => revealSecret(resource, { id: id ?? null }, field.name),
    retry: false,
    // A revealed secret is not cached for the next user.
    gcTime: 0,
    onError: ({ message }) => notify(message, { type: "error" }),
  });
  return {
    canShow: isStored && summary !== undefined && access.can(summary, "read", { record: { id: id ?? null }, field }),
    secret: data,
    show: () => mutate(),
    forget: reset,
  };
}

function usernameOf(owner: Readonly<Record<string, Json>>): string | null {
  const name = [owner.username, owner.webusername, owner.login].find((candidate) => typeof candidate === "string");
  return typeof name === "string" ? name : null;
}
