import Autocomplete, { type AutocompleteProps } from "@mui/material/Autocomplete";
import { type HTMLAttributes, type ReactNode, type UIEvent, useLayoutEffect, useRef, useState } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { Translate } from "../../providers/texts.ts";
import styles from "../controls/controls.module.css";
import { type InputProps, type LooseProps, noErrors } from "../controls/InputProps.ts";
import { renderPicker } from "../controls/PickerField.tsx";
import type { FilterProps } from "../filter.ts";
import type { ChoiceSource, ReferenceChoice } from "./choices.ts";
import { type FoundChoices, matchesChoiceLabel, useChoices, useSelectedChoices } from "./choices.ts";

interface ReferencePickerProps extends Omit<InputProps, "Part" | "field" | "resource" | "path"> {
  readonly source: ChoiceSource;
  readonly filter: Readonly<Record<string, Json>>;
}

/**
 * Picks one of any number of records: typing searches on the server. On blur, text without a match counts as empty; a
 * record's full label or number selects it.
 */
export function ReferencePicker(props: LooseProps<ReferencePickerProps>): ReactNode {
  const { id, label, help, value, onChange, onBlur, source, filter } = props;
  const { required = false, readOnly = false, errors = noErrors } = props;
  const translate = useTranslate();
  /** Null: nothing typed since the last choice. */
  const [inputText, setInputText] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const values = typeof value === "number" || (typeof value === "string" && value !== "") ? [value] : [];
  const picked = useSelectedChoices(source, values);
  const current = picked.choices[0] ?? null;
  const isPending = inputText === null && current?.isPending === true;
  useSelectedOnArrival(id, isPending, inputText);
  const search = useChoices({ source, filter, text: inputText ?? "", enabled: isOpen, present: values[0] });
  const error = errors[""] ?? (search.error ? translate("forms.picker.failed") : undefined);

  const settle = async (text: string) => {
    setInputText(null);
    if (current && matchesChoiceLabel(current, text)) return;
    const match = text.trim() === "" ? undefined : search.choices.find((choice) => matchesChoiceLabel(choice, text));
    if (match) picked.remember(match);
    onChange(match?.value ?? null);
    if (match || text.trim() === "") return;
    // Typed and blurred before the search responded.
    const exact = await search.findExact(text).catch(() => undefined);
    if (!exact) return;
    picked.remember(exact);
    onChange(exact.value);
  };

  return (
    <Autocomplete
      {...pickerProps({ id, label, readOnly, isOpen, setIsOpen, text: inputText ?? "", search, translate })}
      value={current}
      inputValue={inputText ?? (isPending ? "" : current?.label) ?? ""}
      clearOnBlur={false}
      onInputChange={(_, text, reason) => {
        if (reason === "input") setInputText(text);
      }}
      onChange={(_, choice) => {
        setInputText(null);
        if (choice) picked.remember(choice);
        onChange(choice?.value ?? null);
      }}
      onBlur={() => {
        if (inputText !== null) void settle(inputText);
        onBlur?.();
      }}
      renderInput={renderPicker({ label, help, required, error, isPending })}
    />
  );
}

/** Selects a label that arrives after its field was focused, as focusing would have: what is typed next replaces it. */
function useSelectedOnArrival(id: string, isPending: boolean, inputText: string | null): void {
  const wasPending = useRef(false);
  useLayoutEffect(() => {
    const input = document.activeElement;
    if (wasPending.current && !isPending && inputText === null && input instanceof HTMLInputElement && input.id === id)
      input.select();
    wasPending.current = isPending;
  }, [id, isPending, inputText]);
}

/** A record to filter by, searched on the server; not limited to the choices for new records. */
export function ReferenceFilter({ id, field, label, value, onChange }: FilterProps) {
  if (!field.reference) throw new Error(`${field.name} refers to nothing`);
  return (
    <ReferencePicker
      id={id}
      label={label}
      source={field.reference}
      filter={{}}
      value={value}
      onChange={(id) => onChange(typeof id === "number" || typeof id === "string" ? id : undefined)}
    />
  );
}

interface PickerState {
  readonly id: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** The search text. */
  readonly text: string;
  readonly search: FoundChoices;
  readonly translate: Translate;
}

/** Shared by the pickers of one and of several records: the server searches, the list shows the results. */
export function pickerProps({ id, label, readOnly, isOpen, setIsOpen, text, search, translate }: PickerState) {
  return {
    id,
    fullWidth: true,
    autoHighlight: true,
    readOnly,
    forcePopupIcon: !readOnly,
    open: isOpen,
    onOpen: () => setIsOpen(true),
    onClose: () => setIsOpen(false),
    onKeyDown: (event) => {
      // This Enter is for the pending search, not for the form.
      if (event.key === "Enter" && isOpen && search.isLoading && search.choices.length === 0) event.preventDefault();
    },
    options: search.choices,
    filterOptions: (choices) => choices,
    isOptionEqualToValue: (option, other) => option.value === other.value,
    getOptionKey: ({ value }) => value,
    loading: search.isLoading,
    loadingText: translate("forms.picker.searching"),
    noOptionsText: translate(text ? "forms.picker.nothing" : "forms.picker.empty"),
    clearText: translate("forms.picker.clear", { field: label }),
    openText: translate("forms.picker.open", { field: label }),
    closeText: translate("forms.picker.close", { field: label }),
    renderOption: ({ key, ...optionProps }, choice) => <ChoiceOption key={key} {...optionProps} choice={choice} />,
    slotProps: { listbox: listboxProps(search.loadMore) },
  } satisfies Partial<AutocompleteProps<ReferenceChoice, boolean, false, false>>;
}

interface ChoiceOptionProps extends HTMLAttributes<HTMLLIElement> {
  readonly choice: ReferenceChoice;
}

/** An option: its label, and in muted text what distinguishes it from others with the same label. */
function ChoiceOption({ choice, ...props }: ChoiceOptionProps): ReactNode {
  return (
    <li {...props} className={styles.option}>
      <span className="clip">{choice.label}</span>
      <span className="note tight anywhere">{choice.note}</span>
    </li>
  );
}

/** A listbox that loads more when its end scrolls into view, by mouse or arrow keys. */
function listboxProps(loadMore: () => void): { onScroll: (event: UIEvent<HTMLElement>) => void } {
  return {
    onScroll: ({ currentTarget }) => {
      const remaining = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
      if (remaining < 48) loadMore();
    },
  };
}
