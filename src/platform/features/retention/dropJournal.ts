import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import type { Json } from "../../../core/schema/descriptor.ts";
import type { DroppedResource } from "../../../core/validation/droppedRecords.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { journalTable } from "../../db/ownTables.ts";
import { changePartitions, hasPartitions, listPartitions, type Partition } from "../../db/partitions.ts";
import { anyOf, transaction } from "../../db/statements.ts";
import { platformActor } from "../../records/actor.ts";
import { addGaps, type Gap, lockChain, sealJournal, sealWithin } from "../../records/journal/chain.ts";

export interface DropRequest {
  /** Everything before this time goes. */
  readonly before: Date;
  readonly now: Date;
  /** Condition of entries that stay. */
  readonly held: RawBuilder<boolean>;
  readonly isStopped: () => boolean;
}

/**
 * Drops the entries of the journal from before a time, except those that are held: whole partitions, and in batches what
 * lies in no month. What proves the rest stays: see records/journal/chain.ts. Each step is one transaction with its own entry, so
 * that it can be ended at any point. Returns how many entries it dropped.
 */
export async function dropJournal(db: Kysely<Tables>, request: DropRequest): Promise<number> {
  await sealJournal(db, request.isStopped);
  return dropBefore(db, journalTable, request, {
    month: (trx, partition) => dropMonth(trx, partition, request),
    some: (trx) => deleteSome(trx, request),
  });
}

/** The transactions that drop a partition, and one batch of what lies in none; each tells how many rows it dropped. */
interface Steps {
  month(trx: Transaction<Tables>, partition: Partition): Promise<number>;
  some(trx: Transaction<Tables>): Promise<number>;
}

/** Drops the rows of a table from before a time, step by step until it is stopped. Returns how many. */
export async function dropBefore(
  db: Kysely<Tables>,
  table: { readonly name: string },
  { before, isStopped }: Pick<DropRequest, "before" | "isStopped">,
  { month, some }: Steps,
): Promise<number> {
  let count = 0;
  if (await hasPartitions(db)) {
    for (const partition of await listPartitions(db, table)) {
      if (partition.to > before || isStopped()) break;
      count += await changePartitions(db, (trx) => month(trx, partition));
    }
  }
  for (;;) {
    if (isStopped()) return count;
    const deleted = await transaction(db, some);
    count += deleted;
    if (deleted < BATCH) return count;
  }
}

/**
 * Drops a month. Held entries move to the default partition. An entry that is not sealed yet keeps its month for
 * another round.
 */
async function dropMonth(
  trx: Transaction<Tables>,
  { name, from, to }: Partition,
  request: DropRequest,
): Promise<number> {
  await lockChain(trx);
  const month = sql.id(name);
  const { rows } = await sql<{ id: number; isHeld: boolean }>`
    select id, link is not null as "isHeld" from ${month} where link is null or ${request.held}`.execute(trx);
  if (rows.some(({ isHeld }) => !isHeld)) return 0;
  const heldIds = anyOf(rows.map(({ id }) => id));
  const gaps = await gapsIn(trx, sql`select link, hash from ${month} where id <> all(${rows.map(({ id }) => id)})`);
  const dropped = gaps.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  await sql`alter table journals detach partition ${month}`.execute(trx);
  await sql`insert into journals select * from ${month} where id = ${heldIds}`.execute(trx);
  await sql`drop table ${month}`.execute(trx);
  if (dropped > 0) await note(trx, gaps, { from, to, count: dropped }, request);
  return dropped;
}

async function deleteSome(trx: Transaction<Tables>, request: DropRequest): Promise<number> {
  await lockChain(trx);
  const { rows } = await sql<{ id: number; link: number; hash: string; time: string }>`
    select id, link, hash, timestamp as time from journals
    where timestamp < ${request.before} and link is not null and not ${request.held}
    order by link limit ${sql.lit(BATCH)}`.execute(trx);
  if (rows.length === 0) return 0;
  await sql`delete from journals where timestamp < ${request.before} and id = ${anyOf(rows.map(({ id }) => id))}`.execute(
    trx,
  );
  const gaps = rows.map(({ link, hash }): Gap => ({ first: link, last: link, hash }));
  const from = new Date(rows[0]?.time ?? request.before);
  await note(trx, gaps, { from, to: request.before, count: rows.length }, request);
  return rows.length;
}

/** Runs of entries that follow each other, with the hash of each one's last. */
async function gapsIn(trx: Transaction<Tables>, links: RawBuilder<unknown>): Promise<readonly Gap[]> {
  const { rows } = await sql<Gap>`
    with links as (${links}), runs as (
      select min(link) as first, max(link) as last
      from (select link, link - row_number() over (order by link) as run from links) as numbered group by run
    )
    select first, last, hash from runs join links on link = last order by first`.execute(trx);
  return rows;
}

/** The entry lists all gaps there are, and is sealed with them: who adds one later would have to write it anew. */
async function note(
  trx: Transaction<Tables>,
  gaps: readonly Gap[],
  dropped: Dropped,
  { now }: DropRequest,
): Promise<void> {
  const all = await addGaps(trx, gaps);
  await journalDropped(trx, { resource: "journals", now, dropped, gaps: all });
  await sealWithin(trx);
}

/** Rows that are deleted at once where there is no partition to drop: some tenths of a second. */
export const BATCH = 5_000;

/** Records that one step dropped; `from` null: from the beginning. */
interface Dropped {
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
