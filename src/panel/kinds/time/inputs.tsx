import CalendarMonth from "@mui/icons-material/CalendarMonth";
import IconButton from "@mui/material/IconButton";
import { type ReactNode, useRef } from "react";
import { useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { formatInput, parseInputInstant, parseWireInstant, toRfc3339 } from "../../../core/values/dateTime.ts";
import { plainFormats } from "../../../core/values/plainFormats.ts";
import styles from "../controls/controls.module.css";
import type { InputProps, Inputs } from "../controls/InputProps.ts";
import { TypedInput } from "../controls/TextControl.tsx";
import { browserZone } from "./browserZone.ts";

export const inputs = { dateTime: DateTimeInput, date: DateInput, timeOfDay: TimeOfDayInput } satisfies Inputs;

/** A date and time in the browser's time zone. */
function DateTimeInput(props: InputProps): ReactNode {
  const translate = useTranslate();
  const zone = browserZone();
  return (
    <MomentControl
      {...props}
      extra={translate("forms.dateTime.zone", { zone })}
      format={(value) => toInputText(value, zone)}
      parse={(typed) => fromInputText(typed, zone)}
    />
  );
}

function toInputText(value: Json, zone: string): string {
  const instant = typeof value === "string" ? parseWireInstant(value, zone) : null;
  return instant ? formatInput(instant, zone) : String(value);
}

function fromInputText(inputText: string, zone: string): Json {
  const instant = parseInputInstant(inputText, zone);
  return instant ? toRfc3339(instant) : null;
}

interface MomentControlProps extends Omit<InputProps, "Part"> {
  readonly extra?: ReactNode;
  /** The value as `YYYY-MM-DD HH:mm`; unchanged when invalid. */
  readonly format: (value: Json) => string;
  /** Null when the text is not a date and time. */
  readonly parse: (inputText: string) => Json;
}

/** A date and time, typed as `YYYY-MM-DD HH:mm` or picked from the browser's calendar. */
export function MomentControl(props: MomentControlProps): ReactNode {
  const button = (text: string, onText: (text: string) => void) => (
    <CalendarButton
      type="datetime-local"
      label={props.label}
      value={text.replace(" ", "T")}
      onPick={(picked) => onText(picked.replace("T", " "))}
    />
  );
  return <TypedInput {...props} width={28} placeholder="YYYY-MM-DD HH:mm" end={props.readOnly ? undefined : button} />;
}

/** A day, typed as `YYYY-MM-DD` or picked from the browser's calendar; leading zeros are optional. */
function DateInput(props: InputProps): ReactNode {
  const button = (text: string, onText: (text: string) => void) => (
    <CalendarButton type="date" label={props.label} value={text} onPick={onText} />
  );
  return (
    <TypedInput
      {...props}
      width={18}
      placeholder="YYYY-MM-DD"
      parse={parseDate}
      end={props.readOnly ? undefined : button}
    />
  );
}

/** Null when the text is not a date. */
function parseDate(text: string): Json {
  const [, year = "", month = "", day = ""] = /^(\d{4})[-./](\d{1,2})[-./](\d{1,2})$/.exec(text.trim()) ?? [];
  const date = [year, month.padStart(2, "0"), day.padStart(2, "0")].join("-");
  return plainFormats.date(date) ? date : null;
}

/** A time of day, `HH:mm`; "9", "930" and "9.30" are accepted too. */
function TimeOfDayInput(props: InputProps): ReactNode {
  return <TypedInput {...props} width={12} placeholder="HH:mm" parse={parseTime} />;
}

/** Null when the text is not a time; with seconds only if typed. */
function parseTime(text: string): Json {
  const match = /^(\d{1,2})(?:[:.]?([0-5]\d)(?:[:.]([0-5]\d))?)?$/.exec(text.trim());
  if (match === null || Number(match[1]) > 23) return null;
  const [, hour = "", minute = "00", second] = match;
  return [hour.padStart(2, "0"), minute, ...(second ? [second] : [])].join(":");
}

interface CalendarButtonProps {
  readonly type: "date" | "datetime-local";
  /** Label of its field. */
  readonly label: string;
  /** The value in the format of the native input: `2026-01-31`, `2026-01-31T10:00`. */
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** Opens the browser's date picker next to a text field. */
function CalendarButton({ type, label, value, onPick }: CalendarButtonProps) {
  const translate = useTranslate();
  const calendar = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        edge="end"
        aria-label={translate("forms.dateTime.calendar", { field: label })}
        onClick={() => calendar.current?.showPicker?.()}
      >
        <CalendarMonth fontSize="small" />
      </IconButton>
      <input
        ref={calendar}
        type={type}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ target }) => onPick(target.value)}
        className={styles.native}
      />
    </>
  );
}
