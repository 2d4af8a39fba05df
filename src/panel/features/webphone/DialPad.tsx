import Backspace from "@mui/icons-material/BackspaceOutlined";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import { type FormEvent, useId, useState } from "react";
import { useTranslate } from "react-admin";
import { toDialString } from "../../../core/values/dialled.ts";
import { PhoneGlyph } from "./PhoneGlyph.tsx";
import styles from "./webphone.module.css";

const keys = [..."123456789*0#"];

/** The keys of a telephone. */
export function DialKeys({ onKey }: { readonly onKey: (key: string) => void }) {
  const translate = useTranslate();
  return (
    <div className={`stack gap-8 ${styles.keys}`}>
      {keys.map((key) => (
        <button
          key={key}
          type="button"
          className="ring-inside"
          aria-label={translate("webphone.dial.key", { key })}
          onClick={() => onKey(key)}
        >
          {key}
        </button>
      ))}
    </div>
  );
}

/** A user of the phone's own domain may be dialled by name as well. */
export function readTarget(text: string): string | null {
  return toDialString(text) ?? (/^[\w.+-]{1,64}$/.test(text.trim()) ? text.trim() : null);
}

interface TargetFormProps {
  readonly label: string;
  readonly help?: string;
  readonly action: string;
  readonly hasKeys: boolean;
  readonly isFocused?: boolean;
  readonly onTarget: (target: string) => void;
  readonly onCancel?: () => void;
}

/** Asks for whom to call or to transfer to. */
export function TargetForm({ label, help, action, hasKeys, isFocused, onTarget, onCancel }: TargetFormProps) {
  const translate = useTranslate();
  const id = useId();
  const [text, setText] = useState("");
  const [isWrong, setIsWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    setIsWrong(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const target = readTarget(text);
    if (target === null) return setIsWrong(true);
    change("");
    onTarget(target);
  };
  return (
    <form className="stack gap-8" noValidate onSubmit={submit}>
      <TextField
        id={id}
        label={label}
        value={text}
        size="small"
        autoComplete="off"
        autoFocus={isFocused}
        error={isWrong}
        helperText={isWrong ? translate("webphone.dial.wrong") : help}
        onChange={({ target }) => change(target.value)}
        slotProps={{
          htmlInput: { inputMode: "tel" },
          input: {
            endAdornment: hasKeys && text !== "" && (
              <InputAdornment position="end">
                <IconButton
                  size="small"
                  edge="end"
                  aria-label={translate("webphone.dial.erase")}
                  onClick={() => change(text.slice(0, -1))}
                >
                  <Backspace fontSize="small" />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {hasKeys && <DialKeys onKey={(key) => change(text + key)} />}
      <div className="row">
        <Button type="submit" variant="contained" size="small" startIcon={hasKeys ? <PhoneGlyph /> : undefined}>
          {action}
        </Button>
        {onCancel && (
          <Button size="small" onClick={onCancel}>
            {translate("webphone.actions.cancel")}
          </Button>
        )}
      </div>
    </form>
  );
}
