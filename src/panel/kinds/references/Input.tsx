import Autocomplete from "@mui/material/Autocomplete";
import { useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import type { InputProps } from "../controls/InputProps.ts";
import { PickerField } from "../controls/PickerField.tsx";
import { pickerProps } from "../reference/pickerProps.tsx";
import { useChoices, usePicked } from "../reference/useChoices.ts";
import { useReferenceFilter } from "../reference/useReferenceFilter.ts";

/** Several records of another resource, one chip each. */
export function ReferencesInput(props: InputProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, problems, field } = props;
  const { reference } = field;
  if (!reference) throw new Error(`${props.resource}.${props.path} refers to nothing`);
  const translate = useTranslate();
  const filter = useReferenceFilter(reference);
  const [text, setText] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const values = Array.isArray(value)
    ? value.filter((item) => typeof item === "number" || typeof item === "string")
    : [];
  const picked = usePicked(reference, values);
  const found = useChoices({ source: reference, filter, text, enabled: isOpen });
  const problem = Object.values(problems)[0] ?? (found.error ? translate("forms.picker.failed") : undefined);
  return (
    <Autocomplete
      {...pickerProps({ id, label, readOnly, isOpen, setIsOpen, text, found, translate })}
      multiple
      disableCloseOnSelect
      filterSelectedOptions
      value={[...picked]}
      inputValue={text}
      onInputChange={(_, typed, reason) => {
        if (reason === "input") setText(typed);
      }}
      onChange={(_, choices) => {
        setText("");
        onChange(choices.map((choice) => choice.value));
      }}
      onBlur={() => {
        setText("");
        onBlur?.();
      }}
      renderInput={(params) => (
        <PickerField
          params={params}
          label={label}
          help={help}
          required={required}
          problem={problem}
          isFilled={values.length > 0}
        />
      )}
    />
  );
}
