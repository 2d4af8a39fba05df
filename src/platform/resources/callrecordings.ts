import { sql } from "kysely";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { anyOf } from "../db/statements.ts";
import { bothSides, legsOfCall } from "../features/calls/callSides.ts";
import { zonesOfSubscribers } from "../features/calls/subscriberZones.ts";
import type { Query } from "../http/query.ts";
import { rootAlias } from "../records/plan/resourcePlan.ts";
import type { Actor, HookContext, ReadContext, ResourceHooks, Row } from "../resourceHooks.ts";

type Recording = Row<"callrecordings">;

const sides = ["caller", "callee"] as const;
type Side = (typeof sides)[number];
const { either, ofOwner } = bothSides(sides);
const ofStream = bothSides(sides, "recording");
const isComplete = sql`('completed', 'confirmed')`;

export const callrecordings: ResourceHooks<"callrecordings"> = {
  visibleTo: ({ resellerId }) =>
    resellerId === null
      ? undefined
      : sql<boolean>`(${sql.ref(`${rootAlias}.status`)} in ${isComplete} and ${either("reseller_id", resellerId)})`,

  filters: {
    subscriber_id: { where: (text, actor) => ofOwner("subscriber_id", text, actor) },
    reseller_id: { where: (text, actor) => ofOwner("reseller_id", text, actor) },
    leg_of: legsOfCall("callid"),
  },

  /**
   * A reseller deletes the shares of its own subscribers, and anybody who names a subscriber that one's: the recording
   * goes with the last of them.
   */
  async replaceRemoval({ context, row, query = new Map() }) {
    const leaving = sidesToAnonymize(context.actor, row, query);
    const isLeft = sides.some((side) => subscriberOf(row, side) !== null && !leaving.includes(side));
    if (isLeft) {
      await context.updateMany("callrecordings", [row.id], withoutSides(leaving));
      return true;
    }
    if (!isSet(query, "force_delete")) await assertFiles(context, row.id);
    return false;
  },

  /** Nobody's recording is kept. */
  async afterWriteMany(events) {
    const unshared = events.filter(({ previous, row }) => previous && isShared(previous) && !isShared(row));
    const ids = unshared.map(({ row }) => row.id);
    await events[0]?.context.deleteMany("callrecordings", ids);
  },

  ownerZones: zonesOfOwners,
};

export const callrecordingstreams: ResourceHooks<"callrecordingstreams"> = {
  visibleTo: ({ resellerId }) =>
    resellerId === null
      ? undefined
      : sql<boolean>`(${either("reseller_id", resellerId)} and exists (select from callrecordings as recording
          where recording.id = ${sql.ref(`${rootAlias}.recording_id`)} and recording.status in ${isComplete}))`,

  filters: {
    subscriber_id: {
      where: (text, actor) => sql<boolean>`exists (select from callrecordings as recording
        where recording.id = ${sql.ref(`${rootAlias}.recording_id`)} and ${ofStream.ofOwner("subscriber_id", text, actor)})`,
    },
  },

  /** The other reseller keeps what it has. */
  async beforeRemove({ context: { actor }, row }) {
    const { resellerId } = actor;
    if (resellerId === null) return;
    const isOthers = sides.some((side) => (row[`${side}_reseller_id`] ?? resellerId) !== resellerId);
    if (isOthers) throw new PlatformError("forbidden");
  },

  /** Journals who listened to the recording. */
  async afterFileSent({ context, row, ip }) {
    await context.journal({
      resource: "callrecordings",
      id: row.recording_id,
      operation: "listen",
      resellerId: context.actor.resellerId,
      changes: { stream: { before: null, after: row.id }, ip: { before: null, after: ip } },
    });
  },

  async ownerZones(context, rows) {
    const ids = new Set(rows.map(({ recording_id }) => recording_id));
    const recordings = await context.db.selectFrom("callrecordings").selectAll().where("id", "=", anyOf(ids)).execute();
    const zones = await zonesOfOwners(context, recordings);
    const byId = new Map(recordings.map(({ id }, index) => [id, zones[index]]));
    return rows.map(({ recording_id }) => byId.get(recording_id));
  },
};

function subscriberOf(row: Recording, side: Side): number | null {
  return row[`${side}_subscriber_id`];
}

function isShared(row: Recording): boolean {
  return sides.some((side) => subscriberOf(row, side) !== null);
}

function isOwn({ resellerId }: Actor, row: Recording, side: Side): boolean {
  return subscriberOf(row, side) !== null && (resellerId === null || row[`${side}_reseller_id`] === resellerId);
}

function sidesToAnonymize(actor: Actor, row: Recording, query: Query): readonly Side[] {
  const own = sides.filter((side) => isOwn(actor, row, side));
  const requestedId = query.get("subscriber_id")?.trim();
  if (requestedId === undefined) return own;
  const leaving = own.filter((side) => String(subscriberOf(row, side)) === requestedId);
  if (leaving.length === 0)
    throw validationFailed([fieldError("/subscriber_id", "reference", { resource: "subscribers" })]);
  return leaving;
}

function withoutSides(leaving: readonly Side[]): { caller_subscriber_id?: null; callee_subscriber_id?: null } {
  return {
    ...(leaving.includes("caller") && { caller_subscriber_id: null }),
    ...(leaving.includes("callee") && { callee_subscriber_id: null }),
  };
}

function isSet(query: Query, name: string): boolean {
  return !["", "0", "false"].includes((query.get(name) ?? "").toLowerCase());
}

/** A lost file may be all that is left of a recording: its record is deleted on request only. */
async function assertFiles({ db }: HookContext, id: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from callrecordingstreams as stream
    where recording_id = ${id} and sound is not null and not exists (select from recordfiles
      where resource_name = 'callrecordingstreams' and resource_id = stream.id and field = 'sound') limit 1`.execute(
    db,
  );
  if (rows[0]) throw new PlatformError("file_missing", { id: rows[0].id });
}

/** Returns the zones of the recorded subscribers that the caller sees. */
function zonesOfOwners(context: ReadContext, rows: readonly Recording[]): Promise<(string | undefined)[]> {
  const owners = rows.map((row) => {
    const side = sides.find((candidate) => isOwn(context.actor, row, candidate));
    return { id: row.id, subscriber_id: side && subscriberOf(row, side) };
  });
  return zonesOfSubscribers(context, owners);
}
