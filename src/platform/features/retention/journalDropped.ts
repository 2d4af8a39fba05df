import type { Kysely } from "kysely";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { DroppedResource } from "../../../core/validation/droppedRecords.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { platformActor } from "../../records/actor.ts";
import type { Gap } from "../../records/journal/gaps.ts";

/** Rows that are deleted at once where there is no partition to drop: some tenths of a second. */
export const BATCH = 5_000;

/** Records that one step dropped; `from` null: from the beginning. */
export interface Dropped {
  readonly from: Date | null;
  /** Not included. */
  readonly to: Date;
  readonly count: number;
}

interface Note {
  readonly resource: DroppedResource;
  readonly now: Date;
  readonly dropped: Dropped;
  /** All gaps in the chain of the journal. */
  readonly gaps?: readonly Gap[];
}

/** Journals that the platform dropped rows after their time, as the deletion of no single record. */
export async function journalDropped(db: Kysely<Tables>, { resource, now, dropped, gaps }: Note): Promise<void> {
  const { from, to, count } = dropped;
  const changes: Record<string, { readonly before: Json; readonly after: Json }> = {
    from: { before: from?.toISOString() ?? null, after: null },
    until: { before: to.toISOString(), after: null },
    records: { before: count, after: 0 },
    ...(gaps ? { gaps: { before: null, after: gaps.map(({ first, last, hash }) => [first, last, hash]) } } : {}),
  };
  await db
    .insertInto("journals")
    .values({
      resource_name: resource,
      resource_id: 0,
      operation: "delete",
      timestamp: now,
      user_id: platformActor.adminId,
      username: platformActor.username,
      changes: JSON.stringify(changes),
    })
    .execute();
}
