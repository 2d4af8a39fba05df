import { useTranslate } from "ra-core";
import type { ReactNode } from "react";
import { formatInput, parseInputInstant, parseWireInstant, toRfc3339 } from "../../../core/dateTime.ts";
import type { Json } from "../../../core/descriptor.ts";
import { CalendarButton } from "../controls/CalendarButton.tsx";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";
import { browserZone } from "./browserZone.ts";

/** A date with time, typed as `YYYY-MM-DD HH:mm` in the zone of this browser, or picked in the browser's calendar. */
export function DateTimeInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const zone = browserZone();
  const { text, onText, settle } = useTypedText({
    value: props.value,
    onChange: props.onChange,
    format: (value: Json) => toInputText(value, zone),
    parse: (typed) => fromInputText(typed, zone),
  });
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
      extra={translate("forms.dateTime.zone", { zone })}
      end={props.readOnly ? undefined : button}
      text={text}
      onText={onText}
      onBlur={onBlur}
    />
  );
}

function toInputText(value: Json, zone: string): string {
  const instant = typeof value === "string" ? parseWireInstant(value, zone) : null;
  return instant ? formatInput(instant, zone) : String(value);
}

function fromInputText(typed: string, zone: string): Json {
  const instant = parseInputInstant(typed, zone);
  return instant ? toRfc3339(instant) : null;
}
