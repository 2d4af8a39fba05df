import CalendarMonth from "@mui/icons-material/CalendarMonth";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import { useTranslate } from "ra-core";
import { type ReactNode, useRef } from "react";
import { formatInput, parseInputInstant, parseWireInstant, toRfc3339 } from "../../../core/dateTime.ts";
import type { Json } from "../../../core/descriptor.ts";
import type { InputProps } from "../controls/InputProps.ts";
import { TextControl } from "../controls/TextControl.tsx";
import { useTypedText } from "../controls/useTypedText.ts";
import { browserZone } from "./browserZone.ts";

/** A date with time, typed as `YYYY-MM-DD HH:mm` in the zone of this browser, or picked in the browser's calendar. */
export function DateTimeInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const zone = browserZone();
  const calendar = useRef<HTMLInputElement>(null);
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
    <>
      <IconButton
        edge="end"
        aria-label={translate("forms.dateTime.calendar", { field: props.label })}
        onClick={() => calendar.current?.showPicker?.()}
      >
        <CalendarMonth fontSize="small" />
      </IconButton>
      <Box
        component="input"
        ref={calendar}
        type="datetime-local"
        tabIndex={-1}
        aria-hidden
        value={text.replace(" ", "T")}
        onChange={({ target }) => onText(target.value.replace("T", " "))}
        sx={{ position: "absolute", right: 0, bottom: 0, width: 1, height: "1px", opacity: 0, pointerEvents: "none" }}
      />
    </>
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
