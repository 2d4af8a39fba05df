import type { AutocompleteRenderInputParams } from "@mui/material/Autocomplete";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import type { ClipboardEvent, ReactNode } from "react";
import styles from "./controls.module.css";
import { notesOf } from "./FieldNotes.tsx";
import type { PartProps } from "./InputProps.ts";

interface PickerFieldProps extends Pick<PartProps, "label" | "help" | "required"> {
  readonly error: string | undefined;
  /** The input's own text may stay empty: the chosen value is shown next to it. */
  readonly isFilled?: boolean;
  /** The chosen value is known, its label is still loading. */
  readonly isPending?: boolean;
  readonly onPaste?: (event: ClipboardEvent) => void;
}

/** Renders the text field of an Autocomplete, with its notes. */
export function renderPicker(field: PickerFieldProps): (params: AutocompleteRenderInputParams) => ReactNode {
  const { label, help, required, error, isFilled, isPending = false, onPaste } = field;
  return (params) => (
    <TextField
      {...params}
      label={label}
      required={required}
      error={error !== undefined}
      helperText={notesOf(error, help)}
      slotProps={{
        ...params.slotProps,
        input: {
          ...params.slotProps.input,
          ...(isPending
            ? // Above the empty input, which then stays where it is.
              { startAdornment: <Skeleton variant="text" width="8rem" className={`absolute ${styles.waiting}`} /> }
            : {}),
        },
        htmlInput: {
          ...params.slotProps.htmlInput,
          ...(isPending ? { "aria-busy": true } : {}),
          ...(isFilled === undefined ? {} : { required: required && !isFilled }),
          ...(onPaste ? { onPaste } : {}),
        },
      }}
    />
  );
}
