import type { AutocompleteRenderInputParams } from "@mui/material/Autocomplete";
import TextField from "@mui/material/TextField";
import type { ClipboardEvent, ReactNode } from "react";
import { notesOf } from "./FieldNotes.tsx";
import type { PartProps } from "./InputProps.ts";

interface PickerFieldProps extends Pick<PartProps, "label" | "help" | "required"> {
  readonly params: AutocompleteRenderInputParams;
  readonly problem: string | undefined;
  /** The text of the input itself may stay empty: what was chosen stands beside it. */
  readonly isFilled?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** The field that an Autocomplete is typed into, with its notes. */
export function PickerField({
  params,
  label,
  help,
  required,
  problem,
  isFilled,
  onPaste,
}: PickerFieldProps): ReactNode {
  return (
    <TextField
      {...params}
      label={label}
      required={required}
      error={problem !== undefined}
      helperText={notesOf(problem, help)}
      slotProps={{
        ...params.slotProps,
        htmlInput: {
          ...params.slotProps.htmlInput,
          ...(isFilled === undefined ? {} : { required: required && !isFilled }),
          ...(onPaste ? { onPaste } : {}),
        },
      }}
    />
  );
}
