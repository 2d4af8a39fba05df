import Autocomplete, { createFilterOptions } from "@mui/material/Autocomplete";
import type { ReactNode } from "react";
import { useTranslate } from "react-admin";
import type { InputProps } from "./InputProps.ts";
import { renderPicker } from "./PickerField.tsx";

interface LocalOption {
  readonly value: string;
  readonly label: string;
  /** Further search terms. */
  readonly aliases?: string;
}

interface LocalPickerProps extends InputProps {
  readonly options: readonly LocalOption[];
}

/** More than anyone reads, and few enough to render fast. */
const filterOptions = createFilterOptions<LocalOption>({
  limit: 60,
  stringify: ({ label, value, aliases = "" }) => `${label} ${value} ${aliases}`,
});

/** One of many values known to the browser; typing filters them. */
export function LocalPicker(props: LocalPickerProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, errors, options } = props;
  const translate = useTranslate();
  const error = errors[""];
  const current =
    options.find((option) => option.value === value) ??
    (typeof value === "string" && value !== "" ? { value, label: value } : null);
  return (
    <Autocomplete
      id={id}
      fullWidth
      autoHighlight
      readOnly={readOnly}
      forcePopupIcon={!readOnly}
      options={options}
      filterOptions={filterOptions}
      value={current}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      getOptionKey={(option) => option.value}
      clearText={translate("forms.picker.clear", { field: label })}
      openText={translate("forms.picker.open", { field: label })}
      closeText={translate("forms.picker.close", { field: label })}
      noOptionsText={translate("forms.picker.nothing")}
      onChange={(_, option) => onChange(option?.value ?? null)}
      onBlur={onBlur}
      renderInput={renderPicker({ label, help, required, error })}
    />
  );
}
