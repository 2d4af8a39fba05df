import TextField from "@mui/material/TextField";
import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { notesOf } from "./FieldNotes.tsx";
import type { InputProps } from "./InputProps.ts";

export interface Choice {
  /** Null stands for "no value" where that is a choice with a name of its own. */
  readonly value: string | number | null;
  readonly label: string;
}

interface ChoiceInputProps extends InputProps {
  readonly choices: readonly Choice[];
}

/** One of a few values, in the browser's own select: at home on every device, and quick by keyboard. */
export function ChoiceInput(props: ChoiceInputProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, problems, choices } = props;
  const translate = useTranslate();
  const problem = problems[""];
  const none = translate("forms.choice.none");
  // A value that is called like no value (lock level 0) stands for both.
  const empty = choices.find((choice) => choice.value === null) ?? choices.find(({ label: name }) => name === none);
  const current = choices.find((choice) => choice.value === value) ?? (isNothing(value) ? empty : undefined);
  // A value that the schema does not know (any more) is shown, not silently replaced.
  const stray = current === undefined && !isNothing(value) ? String(value) : undefined;
  const common = { id, label, required, error: problem !== undefined, helperText: notesOf(problem, help), onBlur };
  if (readOnly) {
    return (
      <TextField
        {...common}
        fullWidth
        value={current?.label ?? stray ?? ""}
        slotProps={{ input: { readOnly: true } }}
      />
    );
  }
  // What has a value from the start need not be without one.
  const canBeEmpty = !required && props.field.default === undefined;
  return (
    <TextField
      {...common}
      select
      fullWidth
      value={stray ?? (current && current.value !== null ? String(current.value) : "")}
      onChange={({ target }) => {
        onChange(choices.find((choice) => String(choice.value ?? "") === target.value)?.value ?? null);
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      {!empty && (canBeEmpty || current === undefined) && (
        <option value="">{required ? translate("forms.choice.choose") : none}</option>
      )}
      {stray !== undefined && <option value={stray}>{stray}</option>}
      {choices.map((choice) => (
        <option key={String(choice.value)} value={choice.value === null ? "" : String(choice.value)}>
          {choice.label}
        </option>
      ))}
    </TextField>
  );
}

function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
