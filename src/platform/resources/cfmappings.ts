import type { WireRecord } from "../../core/schema/descriptor.ts";
import { type ForwardType, forwardTypes } from "../../core/telephony/callRouting/data.ts";
import { anyOf } from "../db/statements.ts";
import { runConcurrently } from "../db/tables.ts";
import { noteForwards } from "../features/subscriberEvents/ivr.ts";
import { isColumnChanged, nextValue, toJsonArray } from "../records/hookHelpers.ts";
import type { ReadContext, ResourceHooks, Row, WriteEvent } from "../resourceHooks.ts";

export { type ForwardType, forwardTypes };

/** Member of a forward with a set's name -> resource of such sets; the id is in `timeset_id` and so on. */
export const SETS = {
  destinationset: "cfdestinationsets",
  timeset: "cftimesets",
  sourceset: "cfsourcesets",
  bnumberset: "cfbnumbersets",
} as const;
export type SetName = keyof typeof SETS;
export const setNames = Object.keys(SETS) as SetName[];

/** Default ring time in seconds. */
export const RING_TIMEOUT = 15;

export type ForwardRow = NonNullable<Row<"cfmappings">["cfu"]>[number];

export const cfmappings: ResourceHooks<"cfmappings"> = {
  async beforeWrite(event) {
    completeForwards(event);
  },

  async afterWrite({ context, row, previous }) {
    await noteForwards(context, [{ id: row.id, before: previous, after: row }]);
  },

  async afterRead(context, _rows, records) {
    const names = await loadSetNames(context, records);
    for (const record of records) {
      for (const type of forwardTypes) {
        record[type] = toJsonArray<ForwardRow>(record[type]).map((forward) => withNames(forward, names));
      }
    }
  },
};

/** Completes changed forwards; those on no answer get a ring time, which is reset when they are removed. */
export function completeForwards(event: Pick<WriteEvent<"cfmappings">, "values" | "previous">): void {
  for (const type of forwardTypes) {
    if (isColumnChanged(event, type)) event.values[type] = completed(event, type);
  }
  const rings = toJsonArray(nextValue(event, "cft")).length > 0;
  const isUnsaid = (nextValue(event, "cft_ringtimeout") ?? null) === null;
  const isGone = !rings && toJsonArray(event.previous?.cft).length > 0;
  if ((rings && isUnsaid) || isGone) event.values.cft_ringtimeout = RING_TIMEOUT;
}

/** Forwards with all members, defaults included; unchanged ones keep their id. */
function completed(
  { values, previous }: Pick<WriteEvent<"cfmappings">, "values" | "previous">,
  type: ForwardType,
): ForwardRow[] {
  const before = toJsonArray<ForwardRow>(previous?.[type]);
  const known = forwardTypes.flatMap((one) => [
    ...toJsonArray<ForwardRow>(previous?.[one]),
    ...toJsonArray<ForwardRow>(values[one]),
  ]);
  let last = Math.max(0, ...known.map(numberOf));
  const taken = new Set<number>();
  return toJsonArray<ForwardRow>(values[type]).map((given) => {
    // An omitted set is not stored as null, which would differ from what was read.
    const forward = { enabled: true, use_redirection: false, ...withoutNulls(given) };
    const same = before.find((one) => !taken.has(numberOf(one)) && isSameForward(one, forward));
    const number = same ? numberOf(same) : ++last;
    taken.add(number);
    return { ...forward, cfm_id: number };
  });
}

function withoutNulls(forward: ForwardRow): ForwardRow {
  const said = Object.entries(forward).filter(([, value]) => value !== null);
  return Object.fromEntries(said) as ForwardRow;
}

function numberOf(forward: ForwardRow): number {
  return forward.cfm_id ?? 0;
}

/** Whether both forward alike, enabled or not. */
function isSameForward(one: ForwardRow, other: ForwardRow): boolean {
  return setNames.every((set) => (one[`${set}_id`] ?? null) === (other[`${set}_id`] ?? null));
}

async function loadSetNames(
  context: ReadContext,
  records: readonly WireRecord[],
): Promise<ReadonlyMap<string, string>> {
  const forwards = records.flatMap((record) => forwardTypes.flatMap((type) => toJsonArray<ForwardRow>(record[type])));
  const names = new Map<string, string>();
  await runConcurrently(
    context.db,
    setNames.map((set) => async () => {
      const ids = [...new Set(forwards.map((forward) => forward[`${set}_id`]).filter((id) => typeof id === "number"))];
      if (ids.length === 0) return;
      const sets = context.db.selectFrom(SETS[set]).select(["id", "name"]);
      for (const { id, name } of await sets.where("id", "=", anyOf(ids)).execute()) names.set(`${set} ${id}`, name);
    }),
  );
  return names;
}

function withNames(forward: ForwardRow, names: ReadonlyMap<string, string>): ForwardRow {
  const named = setNames.flatMap((set) => {
    const id = forward[`${set}_id`] ?? null;
    return [
      [set, names.get(`${set} ${id}`) ?? null],
      [`${set}_id`, id],
    ] as const;
  });
  return { ...forward, ...Object.fromEntries(named) };
}

/** How many forwards of their subscriber use each of these sets, in order. */
export async function usesOf(context: ReadContext, set: SetName, rows: readonly Row[]): Promise<number[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => Number(subscriber_id)))];
  const mappings = context.db.selectFrom("cfmappings").select(forwardTypes).where("id", "=", anyOf(ids));
  const uses = new Map<number, number>();
  for (const row of await mappings.execute()) {
    for (const forward of forwardTypes.flatMap((type) => toJsonArray<ForwardRow>(row[type]))) {
      const id = Number(forward[`${set}_id`]);
      uses.set(id, (uses.get(id) ?? 0) + 1);
    }
  }
  return rows.map(({ id }) => uses.get(id) ?? 0);
}
