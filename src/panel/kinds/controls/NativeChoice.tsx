import TextField, { type TextFieldProps } from "@mui/material/TextField";

type SelectProp =
  | "id"
  | "label"
  | "value"
  | "size"
  | "fullWidth"
  | "required"
  | "error"
  | "disabled"
  | "onBlur"
  | "helperText";

interface NativeChoiceProps extends Pick<TextFieldProps, SelectProp> {
  readonly options: readonly (readonly [value: string | number, text: string])[];
  readonly onChange: (value: string) => void;
  /** ARIA attributes of the select. */
  readonly aria?: Readonly<Record<`aria-${string}`, string | undefined>>;
}

/** A native choice, which phones and screen readers know best. */
export function NativeChoice({ options, onChange, aria, ...props }: NativeChoiceProps) {
  return (
    <TextField
      {...props}
      select
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true }, htmlInput: aria }}
    >
      {options.map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </TextField>
  );
}
