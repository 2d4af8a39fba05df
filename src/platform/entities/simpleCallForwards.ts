import { isDeepStrictEqual } from "node:util";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { EntityHooks, RemoveEvent, Row, Work, WriteEvent } from "../entityHooks.ts";
import { noteForwards } from "../events/ivr.ts";
import { completeDestinations, patternErrors } from "./callForwardSets.ts";
import {
  completeForwards,
  type Forward,
  type ForwardType,
  forwardTypes,
  SETS,
  type SetName,
  setNames,
} from "./callForwards.ts";
import { changedColumns, listOf, refuse } from "./checks.ts";
import { plainForm, type SimpleForward, simpleForms } from "./simpleForms.ts";

/**
 * The same forwards as cfmappings, each with the contents of its sets, so that people need not deal with sets: what is
 * written goes into sets of the subscriber named after the type, which are deleted once unused. A type sent back
 * unchanged keeps its forwards and their sets.
 */
export const callforwards: EntityHooks<"callforwards"> = {
  async beforeWrite(event) {
    const { work, input, values, previous } = event;
    refuse(forwardTypes.flatMap((type) => wrongPatterns(type, input[type])));
    const subscriberId = Number(previous?.id);
    const [current] = previous ? await simpleForms(work, [previous]) : [];
    for (const type of forwardTypes) {
      const sent = plainForm(input[type]);
      const wanted = { ...sent, destinations: await completedIn(work, subscriberId, sent) };
      if (isDeepStrictEqual(plainForm(wanted), plainForm(current?.[type]))) continue;
      const forward = await storeInSets(work, { subscriberId, type, wanted });
      values[type] = forward ? [forward] : [];
    }
    values.cft_ringtimeout = ((input.cft as WireRecord | null | undefined)?.ringtimeout as number | undefined) ?? null;
    completeForwards(event);
  },

  async afterWrite({ work, row, previous, ...event }) {
    await noteForwards(work, row.id, previous, row);
    await eraseUnused(work, row);
    await noteAtMappings({ ...event, work, previous });
  },

  async present(reading, rows, records) {
    const forms = await simpleForms(reading, rows);
    for (const [index, record] of records.entries()) Object.assign(record, forms[index]);
  },

  /** The row is deleted with its forwards; first release the sets. */
  async beforeRemove({ work, row }: RemoveEvent<"callforwards">) {
    if (row.row_version === 0) return;
    await work.change("cfmappings", [row.id], Object.fromEntries(forwardTypes.map((type) => [type, []])));
    await eraseUnused(work, { id: row.id });
  },
};

function wrongPatterns(type: ForwardType, sent: Json | undefined) {
  const { sources, sources_is_regex, bnumbers, bnumbers_is_regex } = plainForm(sent);
  return [
    ...(sources_is_regex ? patternErrors(sources, "source", `/${type}/sources`) : []),
    ...(bnumbers_is_regex ? patternErrors(bnumbers, "bnumber", `/${type}/bnumbers`) : []),
  ];
}

/** Most types have no forward, and need no lookup of the subscriber's line. */
async function completedIn(work: Work, subscriberId: number, { destinations }: SimpleForward): Promise<Json[]> {
  return destinations.length === 0 ? [] : completeDestinations(work, subscriberId, destinations);
}

interface Wanted {
  readonly subscriberId: number;
  readonly type: ForwardType;
  readonly wanted: SimpleForward;
}

/** A forward with sets that hold the wanted values; undefined without a destination. */
async function storeInSets(work: Work, { subscriberId, type, wanted }: Wanted): Promise<Forward | undefined> {
  if (wanted.destinations.length === 0) return undefined;
  const forward: Forward = {};
  for (const [set, content] of Object.entries(contentsOf(wanted))) {
    forward[`${set}_id`] = content ? await storeSet(work, SETS[set as SetName], { subscriberId, type, content }) : null;
  }
  return forward;
}

function contentsOf(wanted: SimpleForward): Readonly<Record<SetName, WireRecord | undefined>> {
  const { destinations, times, sources, bnumbers } = wanted;
  return {
    destinationset: { destinations },
    timeset: times.length > 0 ? { times } : undefined,
    sourceset:
      sources.length > 0 ? { sources, mode: wanted.sources_mode, is_regex: wanted.sources_is_regex } : undefined,
    bnumberset:
      bnumbers.length > 0 ? { bnumbers, mode: wanted.bnumbers_mode, is_regex: wanted.bnumbers_is_regex } : undefined,
  };
}

async function storeSet(
  work: Work,
  resource: string,
  { subscriberId, type, content }: Omit<Wanted, "wanted"> & { readonly content: WireRecord },
): Promise<number> {
  const named = { subscriber_id: subscriberId, name: nameOf(type) };
  const [found] = await work.find(resource, named);
  if (!found) return (await work.make(resource, { ...named, ...content })).id;
  await work.change(resource, [found.id], content);
  return found.id;
}

function nameOf(type: ForwardType): string {
  return `quickset_${type}`;
}

/** Deletes our sets that no forward of the row uses. */
async function eraseUnused(work: Work, row: Row): Promise<void> {
  const forwards = forwardTypes.flatMap((type) => listOf<Forward>(row[type]));
  const names: readonly string[] = forwardTypes.map(nameOf);
  for (const set of setNames) {
    const used = new Set(forwards.map((forward) => forward[`${set}_id`]));
    const own = await work.find(SETS[set], { subscriber_id: row.id });
    const idle = own.filter(({ id, name }) => names.includes(String(name)) && !used.has(id));
    if (idle.length > 0)
      await work.erase(
        SETS[set],
        idle.map(({ id }) => id),
      );
  }
}

/** People see the journal of the mappings: record the change there as well. */
async function noteAtMappings(event: Pick<WriteEvent<"callforwards">, "work" | "values" | "previous">): Promise<void> {
  const { work, values, previous } = event;
  const changes = Object.fromEntries(
    changedColumns(event)
      .map((name) => [name, { before: (previous?.[name] ?? null) as Json, after: values[name] as Json }] as const)
      .filter(([, { before, after }]) => !isDeepStrictEqual(before, after)),
  );
  if (Object.keys(changes).length === 0) return;
  const resellerId = typeof previous?.reseller_id === "number" ? previous.reseller_id : null;
  await work.journal({ resource: "cfmappings", id: Number(previous?.id), operation: "update", resellerId, changes });
}
