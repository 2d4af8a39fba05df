import type { WireRecord } from "../../core/schema/descriptor.ts";
import { type DestinationService, serviceOf, toStoredDestination } from "../../core/telephony/callDestination.ts";
import { type FieldError, fieldError } from "../../core/validation/errors.ts";
import { toNormal as toPrefix } from "../../core/validation/formats/number-prefix.ts";
import { memoize } from "../../core/values/memoize.ts";
import { anyOf } from "../db/statements.ts";
import { recordDestinationEvents } from "../features/subscriberEvents/ivr.ts";
import { isColumnChanged, nextValue, patternError, refuse, toJsonArray } from "../records/hookHelpers.ts";
import type { HookContext, ReadContext, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";
import { countUses, type SetName } from "./cfmappings.ts";

export type Destination = Row<"cfdestinationsets">["destinations"][number];

/** Maximum length of a destination; one that would exceed it is stored as sent. */
const MAX_DESTINATION_LENGTH = 255;

export const cfdestinationsets: ResourceHooks<"cfdestinationsets"> = {
  async beforeWrite(event) {
    if (!isColumnChanged(event, "destinations")) return;
    const line = (await linesOfAll(event.batch)).get(nextValue(event, "subscriber_id") ?? 0);
    if (line) event.values.destinations = completeDestinations(line, event.values.destinations ?? []);
  },

  async afterWrite(event) {
    const { context, row, previous } = event;
    if (!previous || !isColumnChanged(event, "destinations")) return;
    const [uses = 0] = await countUses(context, "destinationset", [row]);
    await recordDestinationEvents(context, row.subscriber_id, {
      before: previous.destinations,
      after: row.destinations,
      uses,
    });
  },

  async afterRead(context, rows, records) {
    await presentUse(context, "destinationset", rows, records);
    for (const [index, record] of records.entries()) record.destinations = withNumbers(rows[index]?.destinations ?? []);
  },
};

/** The parts of a period; unset ones are included, as clients of the platform expect. */
const anyTime = { year: null, month: null, mday: null, wday: null, hour: null, minute: null };

export const cftimesets: ResourceHooks<"cftimesets"> = {
  async afterRead(context, rows, records) {
    await presentUse(context, "timeset", rows, records);
    for (const [index, record] of records.entries())
      record.times = toJsonArray(rows[index]?.times).map((time) => ({ ...anyTime, ...time }));
  },
};

export const cfsourcesets: ResourceHooks<"cfsourcesets"> = {
  afterRead: (context, rows, records) => presentUse(context, "sourceset", rows, records),

  async beforeWrite(event) {
    const sources = toJsonArray(nextValue(event, "sources"));
    const isRegex = nextValue(event, "is_regex") ?? false;
    if (!("sources" in event.values || "is_regex" in event.values)) return;
    refuse(patternErrors(sources, "source", "/sources", isRegex));
    if (!isRegex) event.values.sources = sources.map((entry) => ({ ...entry, source: toPrefix(entry.source) }));
  },
};

export const cfbnumbersets: ResourceHooks<"cfbnumbersets"> = {
  afterRead: (context, rows, records) => presentUse(context, "bnumberset", rows, records),

  async beforeWrite(event) {
    const bnumbers = toJsonArray(nextValue(event, "bnumbers"));
    const isRegex = nextValue(event, "is_regex") ?? false;
    if (!("bnumbers" in event.values || "is_regex" in event.values)) return;
    refuse(patternErrors(bnumbers, "bnumber", "/bnumbers", isRegex));
    if (!isRegex) event.values.bnumbers = bnumbers.map((entry) => ({ ...entry, bnumber: toPrefix(entry.bnumber) }));
  },
};

/** Signs of regular expressions that no number has: a pattern with wildcards and one of them never matches. */
const foreignToNumbers = /[\^$|\\{}]/;

/** An error at each entry that never matches: regular expressions that are none, and others that look like one. */
export function patternErrors<Member extends string>(
  entries: readonly { readonly [Name in Member]: string }[],
  member: Member,
  pointer: string,
  isRegex: boolean,
): FieldError[] {
  return entries.flatMap((entry, index) => {
    const at = `${pointer}/${index}/${member}`;
    if (isRegex) return patternError(entry[member], at, "number-pattern");
    const [construct] = foreignToNumbers.exec(entry[member]) ?? [];
    const error = fieldError(at, "format", { format: "number-wildcard", construct: construct ?? "" });
    return construct === undefined ? [] : [{ ...error, key: "rules.pattern.blank" }];
  });
}

/** Destinations as stored: services and numbers as URIs of the subscriber's line. */
export function completeDestinations(line: LineAddress, destinations: readonly Destination[]): Destination[] {
  return destinations.map((entry) => {
    const completed = toStoredDestination(entry.destination, line);
    return { ...entry, destination: completed.length > MAX_DESTINATION_LENGTH ? entry.destination : completed };
  });
}

/** Stored destinations, with the phone number of those that have one. */
export function withNumbers(destinations: readonly Destination[]): Destination[] {
  return destinations.map((entry) => ({
    ...entry,
    simple_destination: simpleNumberOf(entry.destination),
  }));
}

/** Only subscribers have sets, so the reader's sets are the subscriber's own. */
async function presentUse(
  context: ReadContext,
  set: SetName,
  rows: Parameters<typeof countUses>[2],
  records: readonly WireRecord[],
): Promise<void> {
  const uses = await countUses(context, set, rows);
  for (const [index, record] of records.entries()) Object.assign(record, { own: 1, usage_count: uses[index] ?? 0 });
}

/** The phone number in a destination, if any, as older clients show it. */
function simpleNumberOf(destination: string): string | null {
  const service: DestinationService | undefined = serviceOf(destination);
  return service ? null : (/^(?:sips?|tel):([^@;]+)/i.exec(destination)?.[1] ?? null);
}

/** The number and domain that complete a destination. */
interface LineAddress {
  readonly number: string;
  readonly domain: string;
}

/** The lines of subscribers: their number, or UUID if they have none, and their domain. */
export async function loadLineAddresses(
  context: HookContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, LineAddress>> {
  if (ids.length === 0) return new Map();
  const subscribers = [...(await context.loadAll("subscribers", ids)).values()];
  const numbers = context.db.selectFrom("numbers").select(["subscriber_id", "number"]).where("is_primary", "is", true);
  const primary = await numbers.where("subscriber_id", "=", anyOf(ids)).execute();
  const numberOf = new Map(primary.map(({ subscriber_id, number }) => [subscriber_id, number]));
  const domains = await context.loadAll(
    "domains",
    subscribers.map(({ domain_id }) => domain_id),
  );
  return new Map(
    subscribers.map(({ id, uuid, domain_id }) => [
      id,
      { number: String(numberOf.get(id) ?? uuid), domain: String(domains.get(domain_id)?.domain) },
    ]),
  );
}

/** The lines of those whose destinations change. */
const linesOfAll = memoize(async (events: readonly WriteEvent<"cfdestinationsets">[]) => {
  const changed = events.filter((event) => isColumnChanged(event, "destinations"));
  const ids = changed.map((event) => nextValue(event, "subscriber_id") ?? 0);
  return events[0] ? loadLineAddresses(events[0].context, [...new Set(ids)]) : new Map<number, LineAddress>();
});
