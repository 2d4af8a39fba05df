import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { InputProps } from "./InputProps.ts";
import { TextControl } from "./TextControl.tsx";
import { useTypedText } from "./useTypedText.ts";

interface NumberInputProps extends InputProps {
  readonly format: (value: number) => string;
  /** Null when the text is no such number. */
  readonly parse: (text: string) => number | null;
  /** Unit behind the number. */
  readonly unit?: string;
  readonly inputMode: "numeric" | "decimal" | "text";
  readonly placeholder?: string;
  readonly width?: number;
}

/**
 * A number in the way people write it. Not `type="number"`: browsers swallow what they can not read, change
 * values by the mouse wheel, and none of them knows grouping or units.
 */
export function NumberInput({ format, parse, unit, width = 18, ...props }: NumberInputProps): ReactNode {
  const { text, onText, settle } = useTypedText({
    value: props.value,
    onChange: props.onChange,
    format: (value: Json) => (typeof value === "number" ? format(value) : String(value)),
    parse: (typed) => parse(typed.trim()),
  });
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  return <TextControl {...props} width={width} text={text} onText={onText} onBlur={onBlur} end={unit} />;
}
