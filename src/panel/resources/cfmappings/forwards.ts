import type { Json, WireRecord } from "../../../core/schema/descriptor.ts";
import { answersItself, serviceOf, spokenDestination } from "../../../core/telephony/callDestination.ts";
import { stepsOf } from "../../../core/telephony/forwardSteps.ts";
import type { CalendarFormat } from "../../../core/values/calendarRange.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import { calendarWords } from "../../kinds/calendarRange/Cell.tsx";
import { membersOf } from "../../kinds/controls/Members.tsx";
import type { PanelRecord } from "../../providers/rest.ts";

/** One of a subscriber's forwards, or an entry of one of its sets. */
export type ForwardEntry = Readonly<Record<string, Json>>;

/** A subscriber's sets by id; a missing set is shown by its name. */
export interface KnownSets {
  readonly destinations: ReadonlyMap<number, PanelRecord>;
  readonly times: ReadonlyMap<number, PanelRecord>;
  readonly sources: ReadonlyMap<number, PanelRecord>;
  readonly bnumbers: ReadonlyMap<number, PanelRecord>;
}

export interface Words {
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
  readonly locale: string;
}

/** In spoken order. */
const calendarParts: readonly (readonly [member: string, format: CalendarFormat])[] = [
  ["wday", "weekday-range"],
  ["hour", "hour-range"],
  ["minute", "minute-range"],
  ["mday", "day-range"],
  ["month", "month-range"],
  ["year", "year-range"],
];

/** One forward as a sentence: "To Voicemail for 5 min, Monday–Friday 08:00–17:59". */
export function forwardSentence(forward: ForwardEntry, sets: KnownSets, words: Words): string {
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

/** In order of priority; those with the same priority ring together. */
function destinationsOf(forward: ForwardEntry, { destinations }: KnownSets, { translate, locale }: Words): string {
  const entries = toForwardEntries(destinations.get(Number(forward.destinationset_id))?.destinations);
  const name = String(forward.destinationset ?? forward.destinationset_id);
  if (entries.length === 0) return translate("forwards.set", { name });
  return stepsOf(entries)
    .map((together) =>
      new Intl.ListFormat(locale).format(together.map((entry) => destinationOf(entry, { translate, locale }))),
    )
    .reduce((first, next) => translate("forwards.then", { first, next }));
}

function destinationOf(entry: ForwardEntry, words: Words): string {
  const name = destinationName(entry, words);
  const rings = ringTimeOf(entry);
  return rings === null
    ? name
    : words.translate("forwards.for", { destination: name, time: formatDuration(rings, words.locale) });
}

/** For how many seconds a destination rings before the next one is called; null: it answers by itself. */
export function ringTimeOf({ destination, timeout }: WireRecord): number | null {
  return typeof timeout === "number" && !answersItself(destination) ? timeout : null;
}

/** The name of a service, or the number. */
export function destinationName({ destination }: WireRecord, { translate }: Words): string {
  const text = String(destination ?? "");
  const service = serviceOf(text);
  return service ? translate(`destinations.${service}`) : readableNumber(spokenDestination(text));
}

/** When a forward holds; empty: always. */
export function timesOf(forward: ForwardEntry, { times }: KnownSets, { translate, locale }: Words): string {
  if (!forward.timeset_id) return "";
  const said = toForwardEntries(times.get(Number(forward.timeset_id))?.times).map((time) =>
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

export function toForwardEntries(value: Json | undefined): ForwardEntry[] {
  return (Array.isArray(value) ? value : []).map(membersOf);
}

/** Sets that narrow a forward down, as they stand in its members: `source` in `sourceset_id`. */
export type Narrowing = "source" | "bnumber" | "time";

/** Resource of the sets, and the list in each of them. */
export const narrowings: Readonly<Record<Narrowing, { readonly resource: string; readonly list: string }>> = {
  source: { resource: "cfsourcesets", list: "sources" },
  bnumber: { resource: "cfbnumbersets", list: "bnumbers" },
  time: { resource: "cftimesets", list: "times" },
};

/** One of the forwards of a subscriber's mappings. */
export interface ForwardPlace {
  readonly mappings: PanelRecord;
  readonly type: string;
  readonly index: number;
}

/** The types of the other forwards that use a set, each once; `member` is where forwards name it: `timeset_id`. */
export function otherUses({ mappings, type, index }: ForwardPlace, member: string, id: Json): string[] {
  return Object.keys(mappings).filter((one) =>
    toForwardEntries(mappings[one]).some((forward, at) => forward[member] === id && !(one === type && at === index)),
  );
}
