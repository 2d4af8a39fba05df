import { serviceOf } from "../../../core/telephony/callDestination.ts";
import { forwardTypes } from "../../../core/telephony/callRouting/data.ts";
import { anyOf } from "../../db/statements.ts";
import { toJsonArray } from "../../records/hookHelpers.ts";
import type { HookContext, Row } from "../../resourceHooks.ts";
import { recordIvrEvents } from "./writeEvents.ts";

type Mappings = Pick<Row<"cfmappings">, (typeof forwardTypes)[number]>;

type Destinations = Row<"cfdestinationsets">["destinations"];

interface ChangedMappings {
  /** The subscriber's. */
  readonly id: number;
  readonly before: Mappings | undefined;
  readonly after: Mappings;
}

/** Tells whether more or fewer calls go to the auto attendant since the forwards of subscribers changed. */
export async function recordForwardEvents(context: HookContext, changes: readonly ChangedMappings[]): Promise<void> {
  const changed = changes
    .map(({ id, before, after }) => ({ id, earlier: setsOf(before), later: setsOf(after) }))
    .filter(({ earlier, later }) => earlier.join() !== later.join());
  if (changed.length === 0) return;
  const counts = await countsOf(
    context,
    changed.flatMap(({ earlier, later }) => [...earlier, ...later]),
  );
  const sum = (sets: readonly number[]) => sets.reduce((total, id) => total + (counts.get(id) ?? 0), 0);
  for (const { id, earlier, later } of changed) await noteCount(context, id, sum(earlier), sum(later));
}

/** Writes these events after a change of a set of destinations, which the subscriber's forwards use this often. */
export async function recordDestinationEvents(
  context: HookContext,
  subscriberId: number,
  { before, after, uses }: { readonly before: Destinations; readonly after: Destinations; readonly uses: number },
): Promise<void> {
  if (uses > 0) await noteCount(context, subscriberId, countIn(before), countIn(after));
}

/** Those of the subscribers who have calls forwarded to the auto attendant. */
export async function withIvr(context: HookContext, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await context.db
    .selectFrom("cfmappings")
    .select(["id", ...forwardTypes])
    .where("id", "=", anyOf(ids))
    .execute();
  const counts = await countsOf(context, rows.flatMap(setsOf));
  return new Set(rows.filter((row) => setsOf(row).some((id) => (counts.get(id) ?? 0) > 0)).map(({ id }) => id));
}

async function noteCount(context: HookContext, subscriberId: number, then: number, now: number): Promise<void> {
  if (then !== now) await recordIvrEvents(context, subscriberId, now > then ? "start_ivr" : "end_ivr");
}

/** Destination sets of forwards, each as often as it is used. */
function setsOf(mappings: Mappings | undefined): readonly number[] {
  const forwards = forwardTypes.flatMap((type) => toJsonArray(mappings?.[type]));
  return forwards.map(({ destinationset_id }) => destinationset_id);
}

/** Counts destinations that are the auto attendant, by set. */
async function countsOf(context: HookContext, sets: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await context.loadAll("cfdestinationsets", sets);
  return new Map([...rows].map(([id, { destinations }]) => [id, countIn(destinations)]));
}

function countIn(destinations: Destinations): number {
  const services = destinations.map(({ destination }) => serviceOf(destination));
  return services.filter((service) => service === "autoattendant").length;
}
