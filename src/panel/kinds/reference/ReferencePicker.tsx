import Autocomplete from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import { useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { notesOf } from "../controls/FieldNotes.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { ChoiceOption } from "./ChoiceOption.tsx";
import type { ChoiceSource } from "./choices.ts";
import { listboxProps } from "./listboxProps.ts";
import { isSameLabel, useChoices, usePicked } from "./useChoices.ts";

export interface ReferencePickerProps extends Omit<InputProps, "Part" | "field" | "resource" | "path"> {
  readonly source: ChoiceSource;
  readonly filter: Readonly<Record<string, Json>>;
}

/**
 * One record out of any number: typing searches on the server. Text that matches no record counts as empty once
 * the field is left; text that is a record's whole label chooses it.
 */
export function ReferencePicker(props: ReferencePickerProps): ReactNode {
  const { id, label, help, value, onChange, onBlur, required, readOnly, problems, source, filter } = props;
  const translate = useTranslate();
  /** Null: nothing typed since the last choice. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const values = typeof value === "number" || (typeof value === "string" && value !== "") ? [value] : [];
  const current = usePicked(source, values)[0] ?? null;
  const found = useChoices({ source, filter, text: typed ?? "", enabled: isOpen, present: values[0] });
  const problem = problems[""] ?? (found.error ? translate("forms.picker.failed") : undefined);

  const settle = async (text: string) => {
    setTyped(null);
    if (current && isSameLabel(current.label, text)) return;
    const known = text.trim() === "" ? undefined : found.choices.find((choice) => isSameLabel(choice.label, text));
    onChange(known?.value ?? null);
    if (known || text.trim() === "") return;
    // Typed and left faster than the search could answer.
    const exact = await found.findExact(text).catch(() => undefined);
    if (exact) onChange(exact.value);
  };

  return (
    <Autocomplete
      id={id}
      fullWidth
      autoHighlight
      readOnly={readOnly}
      forcePopupIcon={!readOnly}
      open={isOpen}
      onOpen={() => setIsOpen(true)}
      onClose={() => setIsOpen(false)}
      value={current}
      options={found.choices}
      filterOptions={(choices) => choices}
      isOptionEqualToValue={(option, other) => option.value === other.value}
      getOptionKey={({ value: key }) => key}
      inputValue={typed ?? current?.label ?? ""}
      clearOnBlur={false}
      loading={found.isLoading}
      loadingText={translate("forms.picker.searching")}
      noOptionsText={translate(typed ? "forms.picker.nothing" : "forms.picker.empty")}
      clearText={translate("forms.picker.clear", { field: label })}
      openText={translate("forms.picker.open", { field: label })}
      closeText={translate("forms.picker.close", { field: label })}
      onInputChange={(_, text, reason) => {
        if (reason === "input") setTyped(text);
      }}
      onChange={(_, choice) => {
        setTyped(null);
        onChange(choice?.value ?? null);
      }}
      onBlur={() => {
        if (typed !== null) void settle(typed);
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
        />
      )}
    />
  );
}
