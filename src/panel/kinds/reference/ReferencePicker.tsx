import Autocomplete from "@mui/material/Autocomplete";
import { useTranslate } from "ra-core";
import { type ReactNode, useState } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { PickerField } from "../controls/PickerField.tsx";
import type { ChoiceSource } from "./choices.ts";
import { pickerProps } from "./pickerProps.tsx";
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
      {...pickerProps({ id, label, readOnly, isOpen, setIsOpen, text: typed ?? "", found, translate })}
      value={current}
      inputValue={typed ?? current?.label ?? ""}
      clearOnBlur={false}
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
      renderInput={(params) => (
        <PickerField params={params} label={label} help={help} required={required} problem={problem} />
      )}
    />
  );
}
