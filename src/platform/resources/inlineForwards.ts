import type { Resources } from "../../generated/types/index.gen.ts";
import { anyOf, runConcurrently } from "../db/statements.ts";
import { toJsonArray } from "../records/hookHelpers.ts";
import type { ReadContext, Row } from "../resourceHooks.ts";
import { type Destination, withNumbers } from "./cfdestinationsets.ts";
import { type ForwardRow, type ForwardType, forwardTypes, SETS, type SetName, setNames } from "./cfmappings.ts";

/** A forward with the contents of its sets; lists are empty without such a set. */
export type InlinedForward = {
  readonly destinations: Destination[];
  readonly times: Row<"cftimesets">["times"];
  readonly sources: Row<"cfsourcesets">["sources"];
  readonly sources_mode: NonNullable<Row<"cfsourcesets">["mode"]>;
  readonly sources_is_regex: boolean;
  readonly bnumbers: Row<"cfbnumbersets">["bnumbers"];
  readonly bnumbers_mode: NonNullable<Row<"cfbnumbersets">["mode"]>;
  readonly bnumbers_is_regex: boolean;
};

type Written = NonNullable<Resources["callforwards"]["update"][ForwardType]>;

/** The writable part of a simple form, completed with defaults: to store and to compare. */
export function writableInlinedForward(sentForward: Written | null | undefined): InlinedForward {
  const form = sentForward ?? {};
  return {
    destinations: toJsonArray(form.destinations).map(withDefaults),
    times: toJsonArray(form.times).map(withoutNulls),
    sources: toJsonArray(form.sources).map(({ source }) => ({ source })),
    sources_mode: form.sources_mode ?? "whitelist",
    sources_is_regex: form.sources_is_regex === true,
    bnumbers: toJsonArray(form.bnumbers).map(({ bnumber }) => ({ bnumber })),
    bnumbers_mode: form.bnumbers_mode ?? "whitelist",
    bnumbers_is_regex: form.bnumbers_is_regex === true,
  };
}

/** With the defaults of its set's schema. */
function withDefaults({ destination, timeout, priority, announcement_id: id }: Destination): Destination {
  const announcement = id === null || id === undefined ? {} : { announcement_id: id };
  return { destination, timeout: timeout ?? 300, priority: priority ?? 1, ...announcement };
}

type Time = InlinedForward["times"][number];

function withoutNulls({ wday, hour, minute, mday, month, year }: Time): Time {
  const members = Object.entries({ wday, hour, minute, mday, month, year });
  return Object.fromEntries(members.filter(([, value]) => value !== null && value !== undefined));
}

type Mapping = Pick<Row<"cfmappings">, ForwardType | "cft_ringtimeout">;

/** Rows of mappings in the simple form, by type, in order: of several forwards the first enabled one. */
export async function inlineForwards(context: Pick<ReadContext, "db">, rows: readonly Mapping[]) {
  const sets = await setsOf(context, rows);
  return rows.map((row) => {
    const forms = forwardTypes.map((type) => {
      const form = simpleForm(forwardIn(row, type), sets);
      return [type, type === "cft" ? { ...form, ringtimeout: row.cft_ringtimeout } : form] as const;
    });
    return Object.fromEntries(forms);
  });
}

function forwardIn(row: Mapping, type: ForwardType): ForwardRow | undefined {
  return toJsonArray(row[type]).find(({ enabled }) => enabled !== false);
}

/** Rows of sets by id. */
type Sets = { [Set in SetName]?: ReadonlyMap<number, Row<(typeof SETS)[Set]>> };

async function setsOf({ db }: Pick<ReadContext, "db">, rows: readonly Mapping[]): Promise<Sets> {
  const forwards = rows.flatMap((row) => forwardTypes.flatMap((type) => forwardIn(row, type) ?? []));
  const sets: Sets = {};
  await runConcurrently(
    db,
    setNames.map((set) => async () => {
      const ids = new Set(forwards.flatMap((forward) => forward[`${set}_id`] ?? []));
      if (ids.size === 0) return;
      const query = db
        .selectFrom(SETS[set])
        .selectAll()
        .where("id", "=", anyOf([...ids]));
      Object.assign(sets, { [set]: new Map((await query.execute()).map((row) => [row.id, row])) });
    }),
  );
  return sets;
}

function simpleForm(forward: ForwardRow | undefined, sets: Sets) {
  const destinations = sets.destinationset?.get(forward?.destinationset_id ?? 0);
  const times = sets.timeset?.get(forward?.timeset_id ?? 0);
  const sources = sets.sourceset?.get(forward?.sourceset_id ?? 0);
  const bnumbers = sets.bnumberset?.get(forward?.bnumberset_id ?? 0);
  const { destinations: plainDestinations, ...form } = writableInlinedForward({
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
    destinations: withNumbers(plainDestinations),
    ...form,
    destination_set: aboutSet(destinations),
    time_set: aboutSet(times),
    source_set: aboutSet(sources),
    bnumber_set: aboutSet(bnumbers),
  };
}

type SetRow = Pick<Row<"cftimesets">, "id" | "name" | "subscriber_id"> &
  Partial<Pick<Row<"cfsourcesets">, "mode" | "is_regex">>;

/** The set behind a part, for clients that continue with it; null without one. */
function aboutSet(set: SetRow | undefined) {
  if (!set) return null;
  const { id, name, subscriber_id, mode, is_regex } = set;
  const about = { id, name, subscriber_id, own: true };
  return mode === undefined ? about : { ...about, mode, is_regex: is_regex ?? false };
}
