import ErrorOutlined from "@mui/icons-material/ErrorOutlined";
import Autocomplete from "@mui/material/Autocomplete";
import Chip from "@mui/material/Chip";
import { type ClipboardEvent, type ReactNode, useState } from "react";
import { useTranslate } from "react-admin";
import { errorsBelow, type InputProps } from "./InputProps.ts";
import { renderPicker } from "./PickerField.tsx";

const noOptions: readonly string[] = [];

interface ChipsInputProps extends InputProps {
  readonly items: readonly string[];
  readonly onItems: (items: readonly string[]) => void;
  /** Characters that end an item while typing, and split pasted text. */
  readonly separators: RegExp;
  /** Marks invalid items at once. */
  readonly isValid?: (item: string) => boolean;
}

/**
 * Several short texts, one chip each. Enter, a separator or blur ends an item; pasted lists are split. An invalid item
 * becomes a chip too, marked as wrong: clicking it moves it back into the field to fix it.
 */
export function ChipsInput(props: ChipsInputProps): ReactNode {
  const { id, label, help, required, readOnly, errors, items, onItems, separators, isValid } = props;
  const translate = useTranslate();
  const [text, setText] = useState("");

  const add = (inputText: string) => {
    const parts = inputText.split(separators).map((part) => part.trim());
    const fresh = [...new Set(parts)].filter((part) => part !== "" && !items.includes(part));
    setText("");
    if (fresh.length > 0) onItems([...items, ...fresh]);
  };
  const edit = (item: string) => {
    onItems(items.filter((other) => other !== item));
    setText(item);
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    // A single item stays editable; several are split, as an input would swallow their line breaks.
    if (!separators.test(pasted.trim())) return;
    event.preventDefault();
    add(text + pasted);
  };
  const errorOf = (item: string, index: number) =>
    errorsBelow(errors, index)[""] ?? (isValid && !isValid(item) ? translate("forms.chips.wrong") : undefined);
  const itemErrors = items.map(errorOf);
  const error = errors[""] ?? itemErrors.find(Boolean);

  return (
    <Autocomplete
      id={id}
      multiple
      freeSolo
      fullWidth
      readOnly={readOnly}
      options={noOptions}
      value={[...items]}
      inputValue={text}
      onInputChange={(_, inputText, reason) => {
        if (reason !== "input") return;
        if (separators.test(inputText.trimStart())) add(inputText);
        else setText(inputText);
      }}
      onChange={(_, next, reason) => {
        if (reason === "createOption") add(next.at(-1) ?? "");
        else onItems(next);
      }}
      onBlur={() => {
        add(text);
        props.onBlur?.();
      }}
      renderValue={(values, getItemProps) =>
        values.map((item, index) => {
          const { key, ...itemProps } = getItemProps({ index });
          const itemError = errorOf(item, index);
          return (
            <Chip
              key={key}
              {...itemProps}
              onDelete={readOnly ? undefined : itemProps.onDelete}
              label={item}
              color={itemError ? "error" : "default"}
              variant={itemError ? "outlined" : "filled"}
              icon={itemError ? <ErrorOutlined /> : undefined}
              aria-label={itemError ? `${item}: ${itemError}` : item}
              onClick={itemError && !readOnly ? () => edit(item) : undefined}
            />
          );
        })
      }
      renderInput={renderPicker({ label, help, required, error, isFilled: items.length > 0, onPaste })}
    />
  );
}

/** A list field's value as texts. */
export function toItems(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
