import { type ForwardType, forwardTypes } from "../../core/telephony/callRouting/data.ts";
import { anyOf, runConcurrently } from "../db/statements.ts";
import { recordForwardEvents } from "../features/subscriberEvents/ivr.ts";
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
export const setNames = ["destinationset", "timeset", "sourceset", "bnumberset"] as const;

/** Default ring time in seconds. */
const RING_TIMEOUT_SECONDS = 15;

export type ForwardRow = NonNullable<Row<"cfmappings">["cfu"]>[number];

export const cfmappings: ResourceHooks<"cfmappings"> = {
  async beforeWrite(event) {
    completeForwards(event);
  },

  async afterWrite({ context, row, previous }) {
    await recordForwardEvents(context, [{ id: row.id, before: previous, after: row }]);
  },

  async afterRead(context, rows, records) {
    const names = await loadSetNames(context, rows);
    for (const [index, record] of records.entries()) {
      for (const type of forwardTypes) {
        record[type] = toJsonArray(rows[index]?.[type]).map((forward) => withNames(forward, names));
      }
    }
  },
};

/** Completes changed forwards; those on no answer get a ring time, which is reset when they are removed. */
export function completeForwards(event: Pick<WriteEvent<"cfmappings">, "values" | "previous">): void {
  for (const type of forwardTypes) {
    if (isColumnChanged(event, type)) event.values[type] = completeForwardsOfType(event, type);
  }
  const rings = toJsonArray(nextValue(event, "cft")).length > 0;
  const isUnsaid = (nextValue(event, "cft_ringtimeout") ?? null) === null;
  const isGone = !rings && toJsonArray(event.previous?.cft).length > 0;
  if ((rings && isUnsaid) || isGone) event.values.cft_ringtimeout = RING_TIMEOUT_SECONDS;
}

/** Forwards with all members, defaults included; unchanged ones keep their id. */
function completeForwardsOfType(
  { values, previous }: Pick<WriteEvent<"cfmappings">, "values" | "previous">,
  type: ForwardType,
): ForwardRow[] {
  const before = toJsonArray(previous?.[type]);
  const allForwards = forwardTypes.flatMap((forwardType) => [
    ...toJsonArray(previous?.[forwardType]),
    ...toJsonArray(values[forwardType]),
  ]);
  let last = Math.max(0, ...allForwards.map(numberOf));
  const usedNumbers = new Set<number>();
  return toJsonArray(values[type]).map((sent) => {
    // An omitted set is not stored as null, which would differ from what was read.
    const forward = { enabled: true, use_redirection: false, ...withoutNulls(sent) };
    const same = before.find((candidate) => !usedNumbers.has(numberOf(candidate)) && isSameForward(candidate, forward));
    const number = same ? numberOf(same) : ++last;
    usedNumbers.add(number);
    return { ...forward, cfm_id: number };
  });
}

/** The optional members of a forward. */
const OPTIONAL = [
  ...setNames,
  ...(["timeset_id", "sourceset_id", "bnumberset_id", "enabled", "use_redirection", "cfm_id"] as const),
] satisfies (keyof ForwardRow)[];

function withoutNulls(row: ForwardRow): ForwardRow {
  const forward: { -readonly [Member in keyof ForwardRow]: ForwardRow[Member] } = { ...row };
  for (const member of OPTIONAL) if (forward[member] === null) delete forward[member];
  return forward;
}

function numberOf(forward: ForwardRow): number {
  return forward.cfm_id ?? 0;
}

/** Whether both forward alike, enabled or not. */
function isSameForward(forward: ForwardRow, other: ForwardRow): boolean {
  return setNames.every((set) => (forward[`${set}_id`] ?? null) === (other[`${set}_id`] ?? null));
}

async function loadSetNames(
  context: ReadContext,
  rows: readonly Row<"cfmappings">[],
): Promise<ReadonlyMap<string, string>> {
  const forwards = rows.flatMap((row) => forwardTypes.flatMap((type) => toJsonArray(row[type])));
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
  const members = setNames.flatMap((set) => {
    const id = forward[`${set}_id`] ?? null;
    return [
      [set, names.get(`${set} ${id}`) ?? null],
      [`${set}_id`, id],
    ] as const;
  });
  return { ...forward, ...Object.fromEntries(members) };
}

/** Returns how many forwards of their subscriber use each of these sets, in order. */
export async function countUses(
  context: ReadContext,
  set: SetName,
  rows: readonly Pick<Row<(typeof SETS)[SetName]>, "id" | "subscriber_id">[],
): Promise<number[]> {
  const ids = [...new Set(rows.map(({ subscriber_id }) => subscriber_id))];
  const mappings = context.db.selectFrom("cfmappings").select(forwardTypes).where("id", "=", anyOf(ids));
  const uses = new Map<number, number>();
  for (const row of await mappings.execute()) {
    for (const forward of forwardTypes.flatMap((type) => toJsonArray(row[type]))) {
      const id = forward[`${set}_id`] ?? 0;
      uses.set(id, (uses.get(id) ?? 0) + 1);
    }
  }
  return rows.map(({ id }) => uses.get(id) ?? 0);
}
