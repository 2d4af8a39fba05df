import type { AutocompleteProps } from "@mui/material/Autocomplete";
import type { useTranslate } from "ra-core";
import { ChoiceOption } from "./ChoiceOption.tsx";
import type { Choice } from "./choices.ts";
import { listboxProps } from "./listboxProps.ts";
import type { FoundChoices } from "./useChoices.ts";

interface PickerState {
  readonly id: string;
  readonly label: string;
  readonly readOnly: boolean;
  readonly isOpen: boolean;
  readonly setIsOpen: (isOpen: boolean) => void;
  /** What is typed and searched for. */
  readonly text: string;
  readonly found: FoundChoices;
  readonly translate: ReturnType<typeof useTranslate>;
}

/** What the pickers of one record and of several have in common: the server finds, the list shows. */
export function pickerProps({ id, label, readOnly, isOpen, setIsOpen, text, found, translate }: PickerState) {
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
      // Meant for what the search is about to find, not for the form.
      if (event.key === "Enter" && isOpen && found.isLoading && found.choices.length === 0) event.preventDefault();
    },
    options: found.choices,
    filterOptions: (choices) => choices,
    isOptionEqualToValue: (option, other) => option.value === other.value,
    getOptionKey: ({ value }) => value,
    loading: found.isLoading,
    loadingText: translate("forms.picker.searching"),
    noOptionsText: translate(text ? "forms.picker.nothing" : "forms.picker.empty"),
    clearText: translate("forms.picker.clear", { field: label }),
    openText: translate("forms.picker.open", { field: label }),
    closeText: translate("forms.picker.close", { field: label }),
    renderOption: ({ key, ...optionProps }, choice) => <ChoiceOption key={key} {...optionProps} choice={choice} />,
    slotProps: { listbox: listboxProps(found.loadMore) },
  } satisfies Partial<AutocompleteProps<Choice, boolean, false, false>>;
}
