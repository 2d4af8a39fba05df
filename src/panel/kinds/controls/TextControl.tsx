import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import type { ClipboardEvent, HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from "react";
import { notesOf } from "./FieldNotes.tsx";
import type { PartProps } from "./InputProps.ts";

export interface TextControlProps
  extends Pick<PartProps, "id" | "label" | "help" | "required" | "readOnly" | "problems" | "onBlur"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** Unit or buttons behind the text. */
  readonly end?: ReactNode;
  readonly multiline?: boolean;
  readonly monospace?: boolean;
  /** More to say under the field, after the help. */
  readonly extra?: ReactNode;
  /** How many characters the field is about wide; the whole column when absent. */
  readonly width?: number;
}

/** One line, or several, of text: what most kinds are made of. */
export function TextControl(props: TextControlProps): ReactNode {
  const { id, label, required, readOnly, problems, text, onText, onBlur, end, extra, help } = props;
  const problem = problems[""];
  const notes =
    help || extra ? (
      <>
        {help} {extra}
      </>
    ) : undefined;
  return (
    <TextField
      id={id}
      label={label}
      value={text}
      required={required}
      error={problem !== undefined}
      helperText={notesOf(problem, notes)}
      type={props.type}
      multiline={props.multiline}
      minRows={props.multiline ? 3 : undefined}
      maxRows={props.multiline ? 16 : undefined}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? "off"}
      fullWidth
      sx={props.width ? { "& .MuiInputBase-root": { maxWidth: `${props.width + 6}ch` } } : undefined}
      onChange={(event) => onText(event.target.value)}
      onBlur={onBlur}
      onPaste={props.onPaste}
      slotProps={{
        input: {
          readOnly,
          endAdornment: end === undefined ? undefined : <InputAdornment position="end">{end}</InputAdornment>,
        },
        htmlInput: {
          inputMode: props.inputMode,
          spellCheck: props.monospace ? false : undefined,
          style: props.monospace ? { fontFamily: "ui-monospace, monospace" } : undefined,
        },
      }}
    />
  );
}
