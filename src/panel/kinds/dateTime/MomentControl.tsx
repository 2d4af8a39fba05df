import type { ReactNode } from "react";
import type { Json } from "../../../core/descriptor.ts";
import { CalendarButton } from "../controls/CalendarButton.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";

interface MomentControlProps extends Omit<InputProps, "Part"> {
  readonly extra?: ReactNode;
  /** The value as `YYYY-MM-DD HH:mm`; as it is when it is no moment. */
  readonly format: (value: Json) => string;
  /** Null when the text is no moment. */
  readonly parse: (typed: string) => Json;
}

/** A date with time, typed as `YYYY-MM-DD HH:mm` or picked in the browser's calendar. */
export function MomentControl({ format, parse, extra, ...props }: MomentControlProps): ReactNode {
  const { text, onText, settle } = useTypedText({ value: props.value, onChange: props.onChange, format, parse });
  const onBlur = () => {
    settle();
    props.onBlur?.();
  };
  const button = (
    <CalendarButton
      type="datetime-local"
      label={props.label}
      value={text.replace(" ", "T")}
      onPick={(picked) => onText(picked.replace("T", " "))}
    />
  );
  return (
    <TextControl
      {...props}
      width={28}
      placeholder="YYYY-MM-DD HH:mm"
      extra={extra}
      end={props.readOnly ? undefined : button}
      text={text}
      onText={onText}
      onBlur={onBlur}
    />
  );
}
