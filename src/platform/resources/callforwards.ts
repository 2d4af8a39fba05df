import { isDeepStrictEqual } from "node:util";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { anyOf } from "../db/statements.ts";
import { recordForwardEvents } from "../features/subscriberEvents/ivr.ts";
import { isColumnChanged, refuse, toJsonArray } from "../records/hookHelpers.ts";
import type { HookContext, RemoveEvent, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";
import { completeDestinations, loadLineAddresses, patternErrors } from "./cfdestinationsets.ts";
import {
  completeForwards,
  type ForwardRow,
  type ForwardType,
  forwardTypes,
  SETS,
  type SetName,
  setNames,
} from "./cfmappings.ts";
import { type InlinedForward, inlineForwards, writableInlinedForward } from "./inlineForwards.ts";

/**
 * The forwards of cfmappings, each with the contents of its sets, so that people need not deal with sets: what is
 * written goes into sets of the subscriber named after the type, which are deleted once unused. A type sent back
 * unchanged keeps its forwards and their sets.
 */
export const callforwards: ResourceHooks<"callforwards"> = {
  async beforeWriteMany(events) {
    for (const { input } of events) refuse(forwardTypes.flatMap((type) => wrongPatterns(type, input[type])));
    const changes = await changedForwards(events);
    const setIn = await storeInSets(events[0]?.context, changes);
    for (const change of changes) change.event.values[change.type] = isNone(change) ? [] : [forwardOf(change, setIn)];
    for (const event of events) {
      event.values.cft_ringtimeout = event.input.cft?.ringtimeout ?? null;
      completeForwards(event);
    }
  },

  async afterWriteMany(events) {
    const [first] = events;
    if (!first) return;
    await recordForwardEvents(
      first.context,
      events.map(({ row, previous }) => ({ id: row.id, before: previous, after: row })),
    );
    await deleteUnusedSets(
      first.context,
      events.map(({ row }) => row),
    );
    await journalAtMappings(first.context, events);
  },

  async afterRead(context, rows, records) {
    const forms = await inlineForwards(context, rows);
    for (const [index, record] of records.entries()) Object.assign(record, forms[index]);
  },

  /** The row is deleted with its forwards; first release the sets. */
  async beforeRemove({ context, row }: RemoveEvent<"callforwards">) {
    if (row.row_version === 0) return;
    await context.updateMany("cfmappings", [row.id], Object.fromEntries(forwardTypes.map((type) => [type, []])));
    await deleteUnusedSets(context, [{ id: row.id }]);
  },
};

function wrongPatterns(type: ForwardType, sent: Parameters<typeof writableInlinedForward>[0]) {
  const { sources, sources_is_regex, bnumbers, bnumbers_is_regex } = writableInlinedForward(sent);
  return [
    ...patternErrors(sources, "source", `/${type}/sources`, sources_is_regex),
    ...patternErrors(bnumbers, "bnumber", `/${type}/bnumbers`, bnumbers_is_regex),
  ];
}

/** A type whose forward is to be another one. */
interface ForwardChange {
  readonly event: WriteEvent<"callforwards">;
  readonly type: ForwardType;
  readonly desired: InlinedForward;
}

const isNone = ({ desired }: ForwardChange) => desired.destinations.length === 0;
const subscriberOf = ({ previous }: WriteEvent<"callforwards">) => previous?.id ?? 0;

/** Returns the forwards that differ from the stored ones. Most types have none, and need no lookup of the line. */
async function changedForwards(events: readonly WriteEvent<"callforwards">[]): Promise<readonly ForwardChange[]> {
  const [first] = events;
  if (!first) return [];
  const storedRows = events.flatMap(({ previous }) => previous ?? []);
  const forms = await inlineForwards(first.context, storedRows);
  const current = new Map(storedRows.map(({ id }, index) => [id, forms[index]]));
  const sent = events.flatMap((event) =>
    forwardTypes.map((type): ForwardChange => ({ event, type, desired: writableInlinedForward(event.input[type]) })),
  );
  const forwarding = new Set(sent.filter((change) => !isNone(change)).map(({ event }) => subscriberOf(event)));
  const lines = await loadLineAddresses(first.context, [...forwarding]);
  return sent
    .map(({ event, type, desired }): ForwardChange => {
      const line = lines.get(subscriberOf(event));
      const destinations = line ? completeDestinations(line, desired.destinations) : desired.destinations;
      return { event, type, desired: { ...desired, destinations } };
    })
    .filter(
      ({ event, type, desired }) =>
        !isDeepStrictEqual(
          writableInlinedForward(desired),
          writableInlinedForward(current.get(subscriberOf(event))?.[type]),
        ),
    );
}

/** Finds the set of a subscriber that holds the values of a type. */
type SetIn = (set: SetName, subscriberId: number, type: ForwardType) => number | undefined;

/** Stores the desired values, in the sets of the types or in new ones. */
async function storeInSets(context: HookContext | undefined, changes: readonly ForwardChange[]): Promise<SetIn> {
  const forwarding = changes.filter((change) => !isNone(change));
  const ids = new Map<string, number>();
  const keyOf = (set: SetName, subscriberId: number, name: string) => `${set} ${subscriberId} ${name}`;
  for (const set of setNames) {
    const desiredSets = new Map<string, WireRecord & { readonly subscriber_id: number }>();
    for (const { event, type, desired: form } of forwarding) {
      const content = contentsOf(form)[set];
      const owner = { subscriber_id: subscriberOf(event), name: nameOf(type) };
      if (content) desiredSets.set(keyOf(set, owner.subscriber_id, owner.name), { ...owner, ...content });
    }
    if (!context || desiredSets.size === 0) continue;
    const rows = await quickSets(context, set, [
      ...new Set([...desiredSets.values()].map((values) => values.subscriber_id)),
    ]);
    for (const row of rows) {
      const key = keyOf(set, row.subscriber_id, row.name);
      if (!ids.has(key)) ids.set(key, row.id);
    }
    const existing = new Map(
      [...desiredSets].flatMap(([key, values]): [number, WireRecord][] => {
        const id = ids.get(key);
        return id === undefined ? [] : [[id, values]];
      }),
    );
    await context.updateMany<string>(SETS[set], [...existing.keys()], ({ id }) => existing.get(id) ?? {});
    const missing = [...desiredSets].filter(([key]) => !ids.has(key)).map(([, values]) => values);
    for (const row of await context.insertMany(SETS[set], missing))
      ids.set(keyOf(set, row.subscriber_id, row.name), row.id);
  }
  return (set, subscriberId, type) => ids.get(keyOf(set, subscriberId, nameOf(type)));
}

function forwardOf({ event, type, desired }: ForwardChange, setIn: SetIn): ForwardRow {
  const contents = contentsOf(desired);
  const idIn = (set: SetName) => (contents[set] && setIn(set, subscriberOf(event), type)) ?? null;
  return {
    destinationset_id: idIn("destinationset") ?? 0,
    timeset_id: idIn("timeset"),
    sourceset_id: idIn("sourceset"),
    bnumberset_id: idIn("bnumberset"),
  };
}

function contentsOf(forward: InlinedForward): Readonly<Record<SetName, WireRecord | undefined>> {
  const { destinations, times, sources, bnumbers } = forward;
  return {
    destinationset: { destinations },
    timeset: times.length > 0 ? { times } : undefined,
    sourceset:
      sources.length > 0 ? { sources, mode: forward.sources_mode, is_regex: forward.sources_is_regex } : undefined,
    bnumberset:
      bnumbers.length > 0 ? { bnumbers, mode: forward.bnumbers_mode, is_regex: forward.bnumbers_is_regex } : undefined,
  };
}

function nameOf(type: ForwardType): string {
  return `quickset_${type}`;
}

/** The sets of subscribers that are ours, in the order of their ids. */
async function quickSets(context: HookContext, set: SetName, subscribers: readonly number[]) {
  return context.db
    .selectFrom(SETS[set])
    .select(["id", "subscriber_id", "name"])
    .where("subscriber_id", "=", anyOf(subscribers))
    .where("name", "=", anyOf(forwardTypes.map(nameOf)))
    .orderBy("id")
    .execute();
}

/** Deletes our sets that no forward of the rows uses. */
async function deleteUnusedSets(
  context: HookContext,
  rows: readonly ({ readonly id: number } & Partial<Pick<Row<"cfmappings">, ForwardType>>)[],
): Promise<void> {
  const forwards = rows.flatMap((row) => forwardTypes.flatMap((type) => toJsonArray(row[type])));
  const subscribers = rows.map(({ id }) => id);
  for (const set of setNames) {
    const used = new Set(forwards.map((forward) => forward[`${set}_id`]));
    const idle = (await quickSets(context, set, subscribers)).filter(({ id }) => !used.has(id));
    if (idle.length > 0)
      await context.deleteMany(
        SETS[set],
        idle.map(({ id }) => id),
      );
  }
}

/** People see the journal of the mappings: record the changes there as well. */
async function journalAtMappings(context: HookContext, events: readonly WriteEvent<"callforwards">[]): Promise<void> {
  const entries = events.flatMap((event) => {
    const { values, previous } = event;
    const changes = Object.fromEntries(
      (["cft_ringtimeout", ...forwardTypes] as const)
        .filter((name) => isColumnChanged(event, name))
        .map((name) => [name, { before: previous?.[name] ?? null, after: values[name] ?? null }] as const)
        .filter(([, { before, after }]) => !isDeepStrictEqual(before, after)),
    );
    if (Object.keys(changes).length === 0) return [];
    const resellerId = typeof previous?.reseller_id === "number" ? previous.reseller_id : null;
    const operation = "update" as const;
    return [{ resource: "cfmappings", id: subscriberOf(event), operation, resellerId, changes }];
  });
  await context.journal(...entries);
}
