import TextField from "@mui/material/TextField";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { notesOf } from "./FieldNotes.tsx";
import type { InputProps } from "./InputProps.ts";
import { NativeChoice } from "./NativeChoice.tsx";

export interface SelectOption {
  /** Null is "no value", where that is a choice with its own label. */
  readonly value: string | number | null;
  readonly label: string;
}

interface ChoiceInputProps extends InputProps {
  readonly choices: readonly SelectOption[];
}

/** One of a few values in a native select: familiar on every device, and quick by keyboard. */
export function ChoiceInput(props: ChoiceInputProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, errors, choices } = props;
  const translate = useTranslate();
  const error = errors[""];
  const none = translate("forms.choice.none");
  // A value labelled like "no value" (lock level 0) merges with it.
  const empty = choices.find((choice) => choice.value === null) ?? choices.find(({ label: name }) => name === none);
  const current = choices.find((choice) => choice.value === value) ?? (isNothing(value) ? empty : undefined);
  // A value that the schema does not know (any more) is shown, not silently replaced.
  const stray = current === undefined && !isNothing(value) ? String(value) : undefined;
  const common = { id, label, required, error: error !== undefined, helperText: notesOf(error, help), onBlur };
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
  // A field with a default needs no empty choice.
  const canBeEmpty = !required && props.field.default === undefined;
  return (
    <NativeChoice
      {...common}
      fullWidth
      value={stray ?? (current && current.value !== null ? String(current.value) : "")}
      onChange={(chosen) => onChange(choices.find(({ value }) => String(value ?? "") === chosen)?.value ?? null)}
      options={[
        ...(!empty && (canBeEmpty || current === undefined)
          ? [["", required ? translate("forms.choice.choose") : none] as const]
          : []),
        ...(stray === undefined ? [] : [[stray, stray] as const]),
        ...choices.map((choice) => [String(choice.value ?? ""), choice.label] as const),
      ]}
    />
  );
}

function isNothing(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
