import { answersItself, serviceOf, spokenDestination } from "../../../core/telephony/callDestination.ts";
import { type ForwardType, forwardTypes } from "../../../core/telephony/callRouting/data.ts";
import { type SetDestination, stepsOf } from "../../../core/telephony/forwardSteps.ts";
import type { CalendarFormat } from "../../../core/values/calendarRange.ts";
import { formatDuration } from "../../../core/values/duration.ts";
import { readableNumber } from "../../../core/values/phoneNumberText.ts";
import { calendarWords } from "../../kinds/calendarRange/Cell.tsx";
import type { RecordOf } from "../../providers/rest.ts";

/** One of a subscriber's forwards. */
export type ForwardEntry = NonNullable<RecordOf<"cfmappings">["cfu"]>[number];

/** A subscriber's sets by id; a missing set is shown by its name. */
export interface KnownSets {
  readonly destinations: ReadonlyMap<number, RecordOf<"cfdestinationsets">>;
  readonly times: ReadonlyMap<number, RecordOf<"cftimesets">>;
  readonly sources: ReadonlyMap<number, RecordOf<"cfsourcesets">>;
  readonly bnumbers: ReadonlyMap<number, RecordOf<"cfbnumbersets">>;
}

export interface TextContext {
  readonly translate: (key: string, options?: Record<string, unknown>) => string;
  readonly locale: string;
}

/** Parts of a time, in spoken order. */
const calendarParts = [
  ["wday", "weekday-range"],
  ["hour", "hour-range"],
  ["minute", "minute-range"],
  ["mday", "day-range"],
  ["month", "month-range"],
  ["year", "year-range"],
] as const satisfies readonly (readonly [member: string, format: CalendarFormat])[];

/** One forward as a sentence: "To Voicemail for 5 min, Monday–Friday 08:00–17:59". */
export function forwardSentence(forward: ForwardEntry, sets: KnownSets, textContext: TextContext): string {
  const { translate } = textContext;
  const parts = [
    translate("forwards.to", { destinations: destinationsOf(forward, sets, textContext) }),
    forwardTimes(forward, sets, textContext),
    forward.sourceset ? translate("forwards.callers", { name: forward.sourceset }) : "",
    forward.bnumberset ? translate("forwards.numbers", { name: forward.bnumberset }) : "",
    forward.use_redirection === true ? translate("forwards.redirection") : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/** Describes the destinations in order of priority; those with the same priority ring together. */
function destinationsOf(
  forward: ForwardEntry,
  { destinations }: KnownSets,
  { translate, locale }: TextContext,
): string {
  const entries = destinations.get(forward.destinationset_id)?.destinations ?? [];
  const name = forward.destinationset ?? forward.destinationset_id;
  if (entries.length === 0) return translate("forwards.set", { name });
  return stepsOf(entries)
    .map((together) =>
      new Intl.ListFormat(locale).format(together.map((entry) => destinationOf(entry, { translate, locale }))),
    )
    .reduce((first, next) => translate("forwards.then", { first, next }));
}

function destinationOf(entry: SetDestination, textContext: TextContext): string {
  const name = destinationName(entry, textContext);
  const rings = ringTimeOf(entry);
  return rings === null
    ? name
    : textContext.translate("forwards.for", { destination: name, time: formatDuration(rings, textContext.locale) });
}

/** Returns the seconds that a destination rings before the next one is called; null if it answers by itself. */
export function ringTimeOf({ destination, timeout }: SetDestination): number | null {
  return typeof timeout === "number" && !answersItself(destination) ? timeout : null;
}

/** The name of a service, or the number. */
export function destinationName({ destination }: SetDestination, { translate }: TextContext): string {
  const service = serviceOf(destination);
  return service ? translate(`destinations.${service}`) : readableNumber(spokenDestination(destination));
}

/** Describes the times of a forward; empty if it always holds. */
export function forwardTimes(forward: ForwardEntry, { times }: KnownSets, { translate, locale }: TextContext): string {
  if (!forward.timeset_id) return "";
  const said = (times.get(forward.timeset_id)?.times ?? []).map((time) =>
    calendarParts
      .flatMap(([member, format]) => {
        const text = time[member];
        if (typeof text !== "string") return [];
        const part = calendarWords(format, text, locale);
        return member === "mday" ? translate("forwards.days", { days: part }) : part;
      })
      .join(" "),
  );
  const all = said.filter((text) => text !== "");
  if (all.length === 0) return translate("forwards.set", { name: forward.timeset });
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(all);
}

/** Sets that narrow a forward down, as they stand in its members: `source` in `sourceset_id`. */
export type Narrowing = "source" | "bnumber" | "time";

/** Resources of the sets. */
export const narrowingSets = { source: "cfsourcesets", bnumber: "cfbnumbersets", time: "cftimesets" } as const;

/** One of the forwards of a subscriber's mappings. */
export interface ForwardPosition {
  readonly mappings: RecordOf<"cfmappings">;
  readonly type: ForwardType;
  readonly index: number;
}

/** A member of a forward that names a set. */
export type SetMember = `${Narrowing | "destination"}set_id`;

/** The types of the other forwards that use a set, each once. */
export function otherUses({ mappings, type, index }: ForwardPosition, member: SetMember, id: number): ForwardType[] {
  return forwardTypes.filter((candidate) =>
    mappings[candidate]?.some(
      (forward, position) => forward[member] === id && !(candidate === type && position === index),
    ),
  );
}
