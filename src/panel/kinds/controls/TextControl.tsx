import InputAdornment from "@mui/material/InputAdornment";
import TextField from "@mui/material/TextField";
import {
  type ClipboardEvent,
  type HTMLInputTypeAttribute,
  type InputHTMLAttributes,
  type ReactNode,
  useState,
} from "react";
import type { Json } from "../../../core/schema/descriptor.ts";
import styles from "./controls.module.css";
import { notesOf } from "./FieldNotes.tsx";
import type { InputProps, PartProps } from "./InputProps.ts";

interface TextControlProps
  extends Pick<PartProps, "id" | "label" | "help" | "required" | "readOnly" | "errors" | "onBlur"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onPaste?: (event: ClipboardEvent) => void;
  readonly type?: HTMLInputTypeAttribute;
  readonly inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  readonly autoComplete?: string;
  readonly placeholder?: string;
  /** Unit or buttons after the text. */
  readonly end?: ReactNode;
  readonly multiline?: boolean;
  readonly monospace?: boolean;
  /** Further text below the field, after the help. */
  readonly extra?: ReactNode;
  /** Approximate width in characters; by default the full column. */
  readonly width?: number;
}

/** Single-line or multi-line text: the base of most kinds. */
export function TextControl(props: TextControlProps): ReactNode {
  const { id, label, required, readOnly, errors, text, onText, onBlur, end, extra, help } = props;
  const error = errors[""];
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
      error={error !== undefined}
      helperText={notesOf(error, notes)}
      type={props.type}
      multiline={props.multiline}
      minRows={props.multiline ? 3 : undefined}
      maxRows={props.multiline ? 16 : undefined}
      placeholder={props.placeholder}
      autoComplete={props.autoComplete ?? "off"}
      fullWidth
      className={props.width ? styles.sized : undefined}
      style={props.width ? { "--characters": props.width + 6 } : undefined}
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

interface TypedInputProps
  extends Omit<InputProps, "Part">,
    Pick<
      TextControlProps,
      "type" | "inputMode" | "autoComplete" | "placeholder" | "multiline" | "monospace" | "extra" | "width"
    > {
  /** Formats the value for the input. Unparsable text is returned as it is. */
  readonly format?: (value: Json) => string;
  /** Parses the text; null when it has no value, and the text itself goes on to the rules. */
  readonly parse: (text: string) => Json;
  readonly end?: ReactNode | ((text: string, onText: (text: string) => void) => ReactNode);
}

/**
 * Text typed for a value that is not text: "1.5 h" for 5400. Unparsable text stays as typed, in the value too, so that
 * no input is lost and the rules report the error. Leaving the field normalizes the text.
 */
export function TypedInput({ format = String, parse, end, ...props }: TypedInputProps): ReactNode {
  const { value, onChange } = props;
  const [entry, setEntry] = useState({ text: toInputText(value, format), value });
  const isCurrent = isSameInputValue(entry.value, value);
  const text = isCurrent ? entry.text : toInputText(value, format);
  // The value was changed by something other than typing: a reset, a restored draft.
  if (!isCurrent) setEntry({ text, value });
  const onText = (text: string) => {
    const next = text.trim() === "" ? null : (parse(text) ?? text);
    setEntry({ text, value: next });
    onChange(next);
  };
  const onBlur = () => {
    setEntry((now) => ({ ...now, text: toInputText(now.value, format) }));
    props.onBlur?.();
  };
  const after = typeof end === "function" ? end(text, onText) : end;
  return <TextControl {...props} text={text} onText={onText} onBlur={onBlur} end={after} />;
}

/** Text used as the value. Surrounding spaces are trimmed as typos, except with `multiline` or `monospace`. */
export function PlainTextInput(props: InputProps & Omit<TypedInputProps, "parse">): ReactNode {
  const keepsBlanks = props.multiline || props.monospace;
  return <TypedInput {...props} parse={(typed) => (keepsBlanks ? typed : typed.trim())} />;
}

function toInputText(value: Json | undefined, format: (value: Json) => string): string {
  return value === undefined || value === null ? "" : format(value);
}

function isSameInputValue(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || ((a ?? null) === null && (b ?? null) === null);
}
