import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { isValid } from "../../../core/formats/date.ts";
import { CalendarButton } from "../controls/CalendarButton.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";

/** A day, typed as `YYYY-MM-DD` or picked in the browser's calendar; zeros may be left out. */
export function DateInput(props: InputProps): ReactNode {
  const { text, onText, settle } = useTypedText({
    value: props.value,
    onChange: props.onChange,
    format: String,
    parse: parseDate,
  });
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  const button = <CalendarButton type="date" label={props.label} value={text} onPick={onText} />;
  return (
    <TextControl
      {...props}
      width={18}
      placeholder="YYYY-MM-DD"
      end={props.readOnly ? undefined : button}
      text={text}
      onText={onText}
      onBlur={onBlur}
    />
  );
}

/** Null when the text names no day. */
function parseDate(text: string): Json {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text.trim()) ?? [];
  const date = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return isValid(date) ? date : null;
}
