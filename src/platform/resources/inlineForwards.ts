import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { anyOf } from "../db/statements.ts";
import { runConcurrently } from "../db/tables.ts";
import { toJsonArray } from "../records/hookHelpers.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";
import { withNumbers } from "./callForwardSets.ts";
import { forwardTypes, SETS, type SetName, setNames } from "./cfmappings.ts";

/** A forward with the contents of its sets; lists are empty without such a set. */
export type InlinedForward = {
  readonly destinations: Json[];
  readonly times: Json[];
  readonly sources: Json[];
  readonly sources_mode: string;
  readonly sources_is_regex: boolean;
  readonly bnumbers: Json[];
  readonly bnumbers_mode: string;
  readonly bnumbers_is_regex: boolean;
};

/** Defaults of a destination, from its set's schema. */
const DESTINATION = { destination: null, timeout: 300, priority: 1, announcement_id: null };
const TIME = { wday: null, hour: null, minute: null, mday: null, month: null, year: null };

/** The writable part of a simple form, completed with defaults: to store and to compare. */
export function writableInlinedForward(given: unknown): InlinedForward {
  const form = isObject(given as Json) ? (given as WireRecord) : {};
  return {
    destinations: toJsonArray<Form>(form.destinations).map((entry) => withoutNothing(entry, DESTINATION)),
    times: toJsonArray<Form>(form.times).map((entry) => withoutNothing(entry, TIME)),
    sources: toJsonArray<Form>(form.sources).map(({ source }) => ({ source: source ?? null })),
    sources_mode: String(form.sources_mode ?? "whitelist"),
    sources_is_regex: form.sources_is_regex === true,
    bnumbers: toJsonArray<Form>(form.bnumbers).map(({ bnumber }) => ({ bnumber: bnumber ?? null })),
    bnumbers_mode: String(form.bnumbers_mode ?? "whitelist"),
    bnumbers_is_regex: form.bnumbers_is_regex === true,
  };
}

/** The members of `known` with their values, else defaults; nulls are dropped. */
function withoutNothing(entry: WireRecord, known: WireRecord): Json {
  const members = Object.entries(known).map(([name, usual]) => [name, entry[name] ?? usual ?? null] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== null));
}

/** Rows of mappings in the simple form, by type, in order: of several forwards the first enabled one. */
export async function inlineForwards(reading: Pick<ReadContext, "db">, rows: readonly Row[]): Promise<WireRecord[]> {
  const sets = await setsOf(reading, rows);
  return rows.map((row) =>
    Object.fromEntries(
      forwardTypes.map((type) => {
        const form = simpleForm(forwardIn(row, type), sets);
        return [type, type === "cft" ? { ...form, ringtimeout: (row.cft_ringtimeout ?? null) as Json } : form];
      }),
    ),
  );
}

function forwardIn(row: Row, type: string): Form | undefined {
  const enabled = toJsonArray<Form>(row[type]).filter((forward) => forward.enabled !== false);
  return enabled[0];
}

/** An object on the wire. */
type Form = { [key: string]: Json };
type Sets = ReadonlyMap<string, Row>;

async function setsOf({ db }: Pick<ReadContext, "db">, rows: readonly Row[]): Promise<Sets> {
  const forwards = rows
    .flatMap((row) => forwardTypes.map((type) => forwardIn(row, type)))
    .filter((forward) => forward !== undefined);
  const found = new Map<string, Row>();
  await runConcurrently(
    db,
    setNames.map((set) => async () => {
      const ids = [...new Set(forwards.map((forward) => forward[`${set}_id`]).filter((id) => typeof id === "number"))];
      if (ids.length === 0) return;
      const stored = await db.selectFrom(SETS[set]).selectAll().where("id", "=", anyOf(ids)).execute();
      for (const row of stored) found.set(`${set} ${row.id}`, row);
    }),
  );
  return found;
}

function simpleForm(forward: Form | undefined, sets: Sets): Form {
  const of = (set: SetName) => forward && sets.get(`${set} ${forward[`${set}_id`]}`);
  const [destinations, times, sources, bnumbers] = [
    of("destinationset"),
    of("timeset"),
    of("sourceset"),
    of("bnumberset"),
  ];
  const { destinations: plain, ...form } = writableInlinedForward({
    destinations: destinations?.destinations,
    times: times?.times,
    sources: sources?.sources,
    sources_mode: sources?.mode,
    sources_is_regex: sources?.is_regex,
    bnumbers: bnumbers?.bnumbers,
    bnumbers_mode: bnumbers?.mode,
    bnumbers_is_regex: bnumbers?.is_regex,
  });
  return {
    destinations: withNumbers(plain),
    ...form,
    destination_set: aboutSet(destinations),
    time_set: aboutSet(times),
    source_set: aboutSet(sources),
    bnumber_set: aboutSet(bnumbers),
  };
}

/** The set behind a part, for clients that continue with it; null without one. */
function aboutSet(set: Row | undefined): Json {
  if (!set) return null;
  const { id, name, subscriber_id, mode, is_regex } = set as Row & Form;
  const about: Form = { id, name: name ?? null, subscriber_id: subscriber_id ?? null, own: true };
  return mode === undefined ? about : { ...about, mode, is_regex: is_regex ?? false };
}
