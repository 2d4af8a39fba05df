import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";

/** A time of the day, `HH:mm`; "9", "930" and "9.30" are understood too. */
export function TimeOfDayInput(props: InputProps): ReactNode {
  const { text, onText, settle } = useTypedText({
    value: props.value,
    onChange: props.onChange,
    format: String,
    parse: parseTime,
  });
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  return <TextControl {...props} width={12} placeholder="HH:mm" text={text} onText={onText} onBlur={onBlur} />;
}

/** Null when the text is no time; with seconds only where they were typed. */
export function parseTime(text: string): Json {
  const match = /^(\d{1,2})(?:[:.]?([0-5]\d)(?:[:.]([0-5]\d))?)?$/.exec(text.trim());
  if (match === null || Number(match[1]) > 23) return null;
  const [, hour = "", minute = "00", second] = match;
  return [hour.padStart(2, "0"), minute, ...(second ? [second] : [])].join(":");
}
