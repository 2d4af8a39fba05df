import Button from "@mui/material/Button";
import TextField from "@mui/material/TextField";
import { useTranslate } from "ra-core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { SecondFactor } from "./useSecondFactor.ts";

/** Takes the first code of an app; after a refusal what was typed stays, ready to be typed over. */
export function CodeForm({ factor: { confirm, refusal, isBusy } }: { factor: SecondFactor }) {
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
    <form className="security-code" noValidate onSubmit={submit} aria-busy={isBusy}>
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
