import type { CalendarFormat } from "../../../core/calendarRange.ts";
import { serviceOf, spokenDestination } from "../../../core/callDestination.ts";
import type { Json, WireRecord } from "../../../core/descriptor.ts";
import { formatDuration } from "../../../core/duration.ts";
import { calendarWords } from "../../kinds/calendarRange/words.ts";
import { membersOf } from "../../kinds/controls/parts.ts";

export type Forward = Readonly<Record<string, Json>>;

/** What the sets of a subscriber hold, by their ids; a set that is not there is told by its name. */
export interface KnownSets {
  readonly destinations: ReadonlyMap<number, WireRecord>;
  readonly times: ReadonlyMap<number, WireRecord>;
}

interface Words {
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
  readonly locale: string;
}

/** In the order in which one says them. */
const calendarParts: readonly (readonly [member: string, format: CalendarFormat])[] = [
  ["wday", "weekday-range"],
  ["hour", "hour-range"],
  ["minute", "minute-range"],
  ["mday", "day-range"],
  ["month", "month-range"],
  ["year", "year-range"],
];

/** What one forward does with a call: "To Voicebox for 5 min, Monday–Friday 08:00–17:59". */
export function forwardSentence(forward: Forward, sets: KnownSets, words: Words): string {
  const { translate } = words;
  const parts = [
    translate("forwards.to", { destinations: destinationsOf(forward, sets, words) }),
    timesOf(forward, sets, words),
    forward.sourceset ? translate("forwards.callers", { name: forward.sourceset }) : "",
    forward.bnumberset ? translate("forwards.numbers", { name: forward.bnumberset }) : "",
    forward.use_redirection === true ? translate("forwards.redirection") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** One after the other by priority; those of one priority ring together. */
function destinationsOf(forward: Forward, { destinations }: KnownSets, { translate, locale }: Words): string {
  const entries = entriesOf(destinations.get(Number(forward.destinationset_id))?.destinations);
  const name = String(forward.destinationset ?? forward.destinationset_id);
  if (entries.length === 0) return translate("forwards.set", { name });
  const priorities = [...new Set(entries.map(({ priority }) => Number(priority ?? 1)))].sort((a, b) => a - b);
  return priorities
    .map((priority) => {
      const together = entries.filter((entry) => Number(entry.priority ?? 1) === priority);
      return new Intl.ListFormat(locale).format(together.map((entry) => destinationOf(entry, { translate, locale })));
    })
    .reduce((first, next) => translate("forwards.then", { first, next }));
}

function destinationOf({ destination, timeout }: Forward, { translate, locale }: Words): string {
  const text = String(destination);
  const service = serviceOf(text);
  const name = service ? translate(`destinations.${service}`) : spokenDestination(text);
  return typeof timeout === "number"
    ? translate("forwards.for", { destination: name, time: formatDuration(timeout, locale) })
    : name;
}

function timesOf(forward: Forward, { times }: KnownSets, { translate, locale }: Words): string {
  if (!forward.timeset_id) return "";
  const said = entriesOf(times.get(Number(forward.timeset_id))?.times).map((time) =>
    calendarParts
      .filter(([member]) => typeof time[member] === "string")
      .map(([member, format]) => {
        const part = calendarWords(format, String(time[member]), locale);
        return member === "mday" ? translate("forwards.days", { days: part }) : part;
      })
      .join(" "),
  );
  const all = said.filter((text) => text !== "");
  if (all.length === 0) return translate("forwards.set", { name: forward.timeset });
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(all);
}

export function entriesOf(value: Json | undefined): Forward[] {
  return (Array.isArray(value) ? value : []).map(membersOf);
}
