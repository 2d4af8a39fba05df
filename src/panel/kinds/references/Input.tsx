import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import { notesOf } from "../controls/FieldNotes.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { ChoiceOption } from "../reference/ChoiceOption.tsx";
import { listboxProps } from "../reference/listboxProps.ts";
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
      id={id}
      multiple
      fullWidth
      autoHighlight
      disableCloseOnSelect
      filterSelectedOptions
      readOnly={readOnly}
      forcePopupIcon={!readOnly}
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      value={[...picked]}
      options={found.choices}
      filterOptions={(choices) => choices}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      getOptionKey={({ value: key }) => key}
      inputValue={text}
      loading={found.isLoading}
      loadingText={translate("forms.picker.searching")}
      noOptionsText={translate(text ? "forms.picker.nothing" : "forms.picker.empty")}
      clearText={translate("forms.picker.clear", { field: label })}
      openText={translate("forms.picker.open", { field: label })}
      closeText={translate("forms.picker.close", { field: label })}
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
      renderOption={({ key, ...optionProps }, choice) => <ChoiceOption key={key} {...optionProps} choice={choice} />}
      slotProps={{ listbox: listboxProps(found.loadMore) }}
      renderInput={(params) => (
        <TextField
          {...params}
          label={label}
          required={required}
          error={problem !== undefined}
          helperText={notesOf(problem, help)}
          slotProps={{
            ...params.slotProps,
            htmlInput: { ...params.slotProps.htmlInput, required: required && values.length === 0 },
          }}
        />
      )}
    />
  );
}
