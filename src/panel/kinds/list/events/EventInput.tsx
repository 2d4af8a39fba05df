import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import { useLocale, useTranslate } from "ra-core";
import type { ReactNode } from "react";
import type { Json } from "../../../../core/descriptor.ts";
import { describeEvent } from "../../../../core/events/sentence.ts";
import { fieldKey } from "../../../resource/labels.ts";
import { helpOf } from "../../controls/fieldTexts.ts";
import { type InputProps, problemsBelow } from "../../controls/InputProps.ts";
import { editableParts } from "../../controls/parts.ts";
import { NextTimes } from "./NextTimes.tsx";
import { WallTimeInput } from "./WallTimeInput.tsx";
import { WeekdaysInput } from "./WeekdaysInput.tsx";

type Event = { readonly [member: string]: Json };

interface EventInputProps
  extends Pick<InputProps, "id" | "resource" | "path" | "field" | "onBlur" | "readOnly" | "problems" | "Part"> {
  readonly event: Event;
  readonly onEvent: (event: Json) => void;
}

/** What most events are made of; the other members are conditions that few need. */
const always = ["start", "end", "freq"];
const repeated = ["interval", "byday", "until", "count"];
const moments = ["start", "end", "until"];
const last = ["comment"];

/** One event: when it is, how it comes again, and what that means in plain words. */
export function EventInput(props: EventInputProps): ReactNode {
  const { event, field, id } = props;
  const text = useTranslate();
  const locale = useLocale();
  const parts = editableParts(field).map(({ name }) => name);
  const rest = parts.filter((name) => ![...always, ...repeated, ...last].includes(name));
  const isRepeated = event.freq !== null && event.freq !== undefined;
  const shown = (names: readonly string[]) => names.map((name) => <Member key={name} {...props} name={name} />);
  const sentence = describeEvent(event, { locale, text });
  const isOpen = rest.some((name) => (event[name] ?? null) !== null || props.problems[`/${name}`]);
  return (
    <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 1.5 }}>
      <Row>{shown(always)}</Row>
      {isRepeated && <Row>{shown(repeated)}</Row>}
      {isRepeated && (
        <details open={isOpen || undefined}>
          <Box component="summary" sx={{ py: 0.5, cursor: "pointer" }}>
            {text("events.more")}
          </Box>
          <Box sx={{ pt: 1 }}>
            <Row>{shown(rest)}</Row>
          </Box>
        </details>
      )}
      {shown(last)}
      {sentence && (
        <Alert severity="info" icon={false} role="status" id={`${id}-sentence`} sx={{ py: 0 }}>
          <span className="event-sentence">{sentence}</span>
          <NextTimes events={[event]} limit={3} />
        </Alert>
      )}
    </Box>
  );
}

function Row({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1.5, alignItems: "flex-start", "& > *": { flex: "1 1 13rem" } }}>
      {children}
    </Box>
  );
}

function Member({ name, event, onEvent, field, ...props }: EventInputProps & { readonly name: string }): ReactNode {
  const { id, resource, path, problems, Part } = props;
  const translate = useTranslate();
  const member = field.fields?.find((one) => one.name === name);
  if (!member) return null;
  const memberPath = `${path}.${name}`;
  const part = {
    ...props,
    id: `${id}-${name}`,
    path: memberPath,
    field: member,
    value: event[name],
    // Without a frequency nothing is left of the rule.
    onChange: (next: Json) => onEvent(name === "freq" && next === null ? onceOnly(event) : { ...event, [name]: next }),
    label: translate(fieldKey(resource, memberPath)),
    help: helpOf(translate, resource, memberPath),
    required: Boolean(member.required),
    problems: problemsBelow(problems, name),
  };
  if (moments.includes(name)) return <WallTimeInput {...part} />;
  if (name === "byday" && hasPlainDays(event)) return <WeekdaysInput {...part} help={undefined} />;
  return <Part {...part} />;
}

/** Where weekdays are just chosen; elsewhere they may be counted within the month, as a text. */
function hasPlainDays({ freq, byday }: Event): boolean {
  return (freq === "weekly" || freq === "daily") && (typeof byday !== "string" || /^[A-Z, ]*$/.test(byday));
}

function onceOnly({ start = null, end = null, comment = null }: Event): Event {
  return { start, end, freq: null, comment };
}
