import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import { type ReactNode, useRef, useState } from "react";
import { useLocale, useTranslate } from "react-admin";
import type { Json } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { importCalendar } from "../../../core/telephony/icalendar/parseCalendar.ts";
import { readMoment, weekdayCodes, writeMoment } from "../../../core/telephony/recurrence/readEvent.ts";
import { describeEvent } from "../../../core/telephony/recurrence/sentence.ts";
import { weekdayName } from "../../../core/values/calendarNames.ts";
import { parseInputInstant } from "../../../core/values/dateTime.ts";
import { fieldKey } from "../../navigation/labels.ts";
import { helpOf } from "../controls/FieldNotes.tsx";
import { Fieldset } from "../controls/Fieldset.tsx";
import { errorsBelow, type InputProps } from "../controls/InputProps.ts";
import { ItemsControl } from "../controls/ItemsControl.tsx";
import { editableParts, newItem } from "../controls/Members.tsx";
import { FilePicker } from "../file/FilePicker.tsx";
import { MomentControl } from "../time/inputs.tsx";
import { NextTimes } from "./EventsText.tsx";
import styles from "./events.module.css";

/** Recurring events, each summarized in plain words; a calendar file adds several at once. */
export function EventsInput(props: InputProps): ReactNode {
  const { id, field, value, onChange, readOnly, errors } = props;
  const translate = useTranslate();
  const items = Array.isArray(value) ? value : [];
  return (
    <>
      <ItemsControl
        {...props}
        items={items}
        onItems={(next) => onChange([...next])}
        newItem={() => newItem(field)}
        isOrdered={false}
        addLabel={translate("events.add")}
        maxItems={field.maxItems}
        renderItem={(item, index, onItem) => (
          <EventInput
            {...props}
            id={`${id}-${index}`}
            event={isObject(item) ? item : {}}
            onEvent={onItem}
            errors={errorsBelow(errors, index)}
          />
        )}
      />
      {!readOnly && <CalendarFile onEvents={(events) => onChange([...items, ...events])} />}
    </>
  );
}

type Event = { readonly [member: string]: Json };

interface EventInputProps
  extends Pick<InputProps, "id" | "resource" | "path" | "field" | "onBlur" | "readOnly" | "errors" | "Part"> {
  readonly event: Event;
  readonly onEvent: (event: Json) => void;
}

/** The common members of an event; the others are rarely used conditions. */
const always = ["start", "end", "freq"];
const repeated = ["interval", "byday", "until", "count"];
const moments = ["start", "end", "until"];
const last = ["comment"];

/** One event: its time, its recurrence, and a summary in plain words. */
function EventInput(props: EventInputProps): ReactNode {
  const { event, field, id } = props;
  const text = useTranslate();
  const locale = useLocale();
  const parts = editableParts(field).map(({ name }) => name);
  const conditions = parts.filter((name) => ![...always, ...repeated, ...last].includes(name));
  const isRepeated = event.freq !== null && event.freq !== undefined;
  const renderMembers = (names: readonly string[]) => names.map((name) => <Member key={name} {...props} name={name} />);
  const sentence = describeEvent(event, { locale, text });
  const isNeeded = conditions.some((name) => (event[name] ?? null) !== null || props.errors[`/${name}`]);
  /** Stays open while a condition is cleared: its input must not vanish from under the cursor. */
  const [isOpen, setIsOpen] = useState(isNeeded);
  return (
    <div className="stack">
      <Row>{renderMembers(always)}</Row>
      {isRepeated && <Row>{renderMembers(repeated)}</Row>}
      {isRepeated && (
        <details open={isNeeded || isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
          <summary className="pad-block-4">{text("events.more")}</summary>
          <div className="above-8">
            <Row>{renderMembers(conditions)}</Row>
          </div>
        </details>
      )}
      {renderMembers(last)}
      {sentence && (
        <Alert severity="info" icon={false} role="status" id={`${id}-sentence`} className={styles.told}>
          <span className="strong">{sentence}</span>
          <NextTimes events={[event]} limit={3} />
        </Alert>
      )}
    </div>
  );
}

function Row({ children }: { readonly children: ReactNode }): ReactNode {
  return <div className={`row gap-12 top ${styles.rule}`}>{children}</div>;
}

function Member({ name, event, onEvent, field, ...props }: EventInputProps & { readonly name: string }): ReactNode {
  const { id, resource, path, errors, Part } = props;
  const translate = useTranslate();
  const member = field.fields?.find((candidate) => candidate.name === name);
  if (!member) return null;
  const memberPath = `${path}.${name}`;
  const part = {
    ...props,
    id: `${id}-${name}`,
    path: memberPath,
    field: member,
    value: event[name],
    // The whole rule is removed together with its frequency.
    onChange: (next: Json) =>
      onEvent(name === "freq" && next === null ? withoutRepetition(event) : { ...event, [name]: next }),
    label: translate(fieldKey(resource, memberPath)),
    help: helpOf(translate, resource, memberPath, member),
    required: Boolean(member.required),
    errors: errorsBelow(errors, name),
  };
  if (moments.includes(name)) return <WallTimeInput {...part} />;
  if (name === "byday" && hasPlainDays(event)) return <WeekdaysInput {...part} help={undefined} />;
  return <Part {...part} />;
}

/** Frequencies with plain weekdays; elsewhere weekdays may be numbered within the month, as text. */
function hasPlainDays({ freq, byday }: Event): boolean {
  return (freq === "weekly" || freq === "daily") && (typeof byday !== "string" || /^[A-Z, ]*$/.test(byday));
}

function withoutRepetition({ start = null, end = null, comment = null }: Event): Event {
  return { start, end, freq: null, comment };
}

/** A local time without zone; one given in UTC stays in UTC. */
function WallTimeInput(props: Omit<InputProps, "Part">): ReactNode {
  const isUtc = readMoment(props.value)?.isUtc ?? false;
  return (
    <MomentControl
      {...props}
      extra={isUtc ? "UTC" : undefined}
      format={toInputText}
      parse={(typed) => {
        const instant = parseInputInstant(typed, "UTC");
        return instant ? writeMoment({ time: instant.getTime(), isUtc }) : null;
      }}
    />
  );
}

function toInputText(value: Json): string {
  const moment = readMoment(value);
  if (!moment) return String(value);
  return writeMoment({ ...moment, isUtc: false }).replace(/:00$/, "");
}

/** Toggle buttons for weekdays, Monday first; the value is `MO,TU`. */
function WeekdaysInput(props: Omit<InputProps, "Part">): ReactNode {
  const { id, label, value, onChange, onBlur, readOnly, errors } = props;
  const locale = useLocale();
  const chosen = typeof value === "string" ? value.split(",").map((day) => day.trim()) : [];
  const change = (days: readonly string[]) =>
    onChange(weekdayCodes.filter((day) => days.includes(day)).join(",") || null);
  return (
    <div className={`shrink fit ${styles.days}`}>
      <Fieldset id={id} label={label} error={errors[""]}>
        <ToggleButtonGroup
          size="small"
          value={chosen}
          disabled={readOnly}
          onChange={(_, days: string[]) => change(days)}
          onBlur={onBlur}
          aria-label={label}
          className="wrap"
        >
          {weekdayCodes.map((day, index) => (
            <ToggleButton key={day} value={day} title={weekdayName(index, locale, "long")} className={styles.day}>
              {weekdayName(index, locale, "short")}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </Fieldset>
    </div>
  );
}

interface CalendarFileProps {
  readonly onEvents: (events: Json[]) => void;
}

/** Adds the events of an iCalendar file to the form, for review before anything is saved. */
function CalendarFile({ onEvents }: CalendarFileProps): ReactNode {
  const translate = useTranslate();
  const picker = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<{ readonly isGood: boolean; readonly text: string } | null>(null);
  const take = async (file: File) => {
    const parsed = await importCalendar(await file.text());
    if ("fault" in parsed) {
      const { line, text } = parsed.fault;
      setResult({ isGood: false, text: translate(line > 0 ? "events.file.line" : "events.file.none", { line, text }) });
      return;
    }
    onEvents([...parsed.events]);
    setResult({ isGood: true, text: translate("events.file.added", { smart_count: parsed.events.length }) });
  };
  return (
    <div className="row gap-12 middle">
      <Button variant="outlined" size="small" onClick={() => picker.current?.click()}>
        {translate("events.file.choose")}
      </Button>
      <FilePicker ref={picker} accept={[".ics", "text/calendar"]} onFile={(file) => void take(file)} />
      {result && (
        <Alert
          severity={result.isGood ? "success" : "error"}
          role={result.isGood ? "status" : "alert"}
          className={styles.told}
        >
          {result.text}
        </Alert>
      )}
    </div>
  );
}
