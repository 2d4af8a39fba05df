import { sql } from "kysely";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { businessError, type FieldError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import { sideBySide } from "../db/tables.ts";
import type { EntityHooks, PrepareEvent, Reading, Row, Work, WriteEvent } from "../entityHooks.ts";
import { isAskable, isChanged, listOf, nextValue, refuse } from "./checks.ts";

/** Why a call is forwarded: always, busy, no answer, unreachable, too many calls, by response, and short messages. */
export const forwardTypes = ["cfu", "cfb", "cft", "cfna", "cfo", "cfr", "cfs"] as const;

/** A forward's member with a set's name -> the resource of such sets; the id stands beside it, `timeset_id`. */
export const SETS = {
  destinationset: "cfdestinationsets",
  timeset: "cftimesets",
  sourceset: "cfsourcesets",
  bnumberset: "cfbnumbersets",
} as const;
export type SetName = keyof typeof SETS;
export const setNames = Object.keys(SETS) as SetName[];

/** Seconds that a phone rings when nobody says for how long. */
export const RING_TIMEOUT = 15;

export type Forward = Record<string, Json>;

export const cfmappings: EntityHooks = {
  prepare: setsByName,

  async beforeWrite(event) {
    refuse(await strangers(event));
    completeForwards(event);
  },

  async present(reading, _rows, records) {
    const names = await namesOf(reading, records);
    for (const record of records) {
      for (const type of forwardTypes) {
        record[type] = listOf<Forward>(record[type]).map((forward) => withNames(forward, names));
      }
    }
  },
};

/** Gives changed forwards all that they have, and those on no answer a time to ring. */
export function completeForwards(event: WriteEvent): void {
  for (const type of forwardTypes) {
    if (isChanged(event, type)) event.values[type] = completed(event, type);
  }
  const rings = listOf(nextValue(event, "cft")).length > 0;
  if (rings && (nextValue(event, "cft_ringtimeout") ?? null) === null) event.values.cft_ringtimeout = RING_TIMEOUT;
}

/** A set may be named instead of told by its id; names are unique within the subscriber. */
async function setsByName({ work, body, previous }: PrepareEvent): Promise<WireRecord> {
  const next: WireRecord = { ...body };
  const errors: FieldError[] = [];
  for (const type of forwardTypes) {
    const list = body[type];
    if (!Array.isArray(list)) continue;
    const forwards: Json[] = [];
    for (const [index, given] of list.entries()) {
      const forward = isObject(given) ? { ...given } : given;
      for (const name of isObject(forward) ? setNames.filter((set) => isNamedAlone(forward, set)) : []) {
        const [found] = await work.find(SETS[name], {
          subscriber_id: previous?.id,
          name: (forward as Forward)[name],
        });
        if (found) Object.assign(forward as Forward, { [`${name}_id`]: found.id });
        else errors.push(fieldError(`/${type}/${index}/${name}_id`, "reference", { resource: SETS[name] }));
      }
      forwards.push(forward);
    }
    next[type] = forwards;
  }
  refuse(errors);
  return next;
}

function isNamedAlone(forward: Forward, set: SetName): boolean {
  return isAskable(forward[set]) && (forward[`${set}_id`] ?? null) === null;
}

/** Errors at sets of other subscribers. */
async function strangers(event: WriteEvent): Promise<FieldError[]> {
  const changed = forwardTypes.filter((type) => isChanged(event, type));
  const named = changed.flatMap((type) =>
    listOf<Forward>(event.values[type]).flatMap((forward, index) =>
      setNames
        .map((set) => ({ set, id: forward[`${set}_id`], pointer: `/${type}/${index}/${set}_id` }))
        .filter(({ id }) => typeof id === "number"),
    ),
  );
  const errors: FieldError[] = [];
  for (const set of setNames.filter((one) => named.some((other) => other.set === one))) {
    const own = await ownSets(event.work, SETS[set], Number(event.previous?.id));
    for (const one of named.filter((other) => other.set === set && !own.has(Number(other.id)))) {
      errors.push(businessError(one.pointer, "otherSubscriber"));
    }
  }
  return errors;
}

async function ownSets(work: Work, resource: string, subscriberId: number): Promise<Set<number>> {
  return new Set((await work.find(resource, { subscriber_id: subscriberId })).map(({ id }) => id));
}

/** Forwards with all that they have when nothing else is said; those that stay as they are keep their number. */
function completed({ values, previous }: WriteEvent, type: string): Forward[] {
  const before = listOf<Forward>(previous?.[type]);
  const known = forwardTypes.flatMap((one) => [...listOf<Forward>(previous?.[one]), ...listOf<Forward>(values[one])]);
  let last = Math.max(0, ...known.map(numberOf));
  const taken = new Set<number>();
  return listOf<Forward>(values[type]).map((given) => {
    // A set that is not named is not stored as null, which would be a change of what was read.
    const said = Object.entries(given).filter(([, value]) => value !== null);
    const forward: Forward = { enabled: true, use_redirection: false, ...Object.fromEntries(said) };
    const same = before.find((one) => !taken.has(numberOf(one)) && isSameForward(one, forward));
    const number = same ? numberOf(same) : ++last;
    taken.add(number);
    return { ...forward, cfm_id: number };
  });
}

function numberOf(forward: Forward): number {
  return Number(forward.cfm_id ?? 0);
}

/** Whether both forward alike; one that was merely switched off is the same. */
function isSameForward(one: Forward, other: Forward): boolean {
  return setNames.every((set) => (one[`${set}_id`] ?? null) === (other[`${set}_id`] ?? null));
}

async function namesOf(reading: Reading, records: readonly WireRecord[]): Promise<ReadonlyMap<string, string>> {
  const forwards = records.flatMap((record) => forwardTypes.flatMap((type) => listOf<Forward>(record[type])));
  const names = new Map<string, string>();
  await sideBySide(
    reading.db,
    setNames.map((set) => async () => {
      const ids = [...new Set(forwards.map((forward) => forward[`${set}_id`]).filter((id) => typeof id === "number"))];
      if (ids.length === 0) return;
      const found = await sql<{ id: number; name: string }>`
        select id, name from ${sql.table(SETS[set])} where id in (${sql.join(ids)})`.execute(reading.db);
      for (const { id, name } of found.rows) names.set(`${set} ${id}`, name);
    }),
  );
  return names;
}

function withNames(forward: Forward, names: ReadonlyMap<string, string>): Forward {
  const named = setNames.flatMap((set) => {
    const id = forward[`${set}_id`] ?? null;
    return [
      [set, names.get(`${set} ${id}`) ?? null],
      [`${set}_id`, id],
    ] as const;
  });
  return { ...forward, ...Object.fromEntries(named) };
}

/** How many forwards of their subscriber use each of these sets, in their order. */
export async function usesOf(reading: Reading, set: SetName, rows: readonly Row[]): Promise<number[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => Number(subscriber_id)))];
  const found = await sql<Row>`select * from cfmappings where id in (${sql.join(ids)})`.execute(reading.db);
  const uses = new Map<number, number>();
  for (const row of found.rows) {
    for (const forward of forwardTypes.flatMap((type) => listOf<Forward>(row[type]))) {
      const id = Number(forward[`${set}_id`]);
      uses.set(id, (uses.get(id) ?? 0) + 1);
    }
  }
  return rows.map(({ id }) => uses.get(id) ?? 0);
}
