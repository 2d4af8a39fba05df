import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { isStorableId } from "../../../core/schema/ids.ts";
import type { Tables } from "../../../generated/database.gen.ts";
import { tables } from "../../../generated/tables.gen.ts";
import { convertToPartitioned } from "../../db/convertToPartitioned.ts";
import { journalTable } from "../../db/ownTables.ts";
import {
  createMonthlyPartitions,
  hasPartitions,
  isPartitioned,
  type Partition,
  startOfUtcMonth,
} from "../../db/partitions.ts";
import { anyOf } from "../../db/statements.ts";
import { platformActor } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import { findFraudEvents } from "../balances/fraudEvents.ts";
import { BATCH, type DropRequest, dropBefore, dropJournal, journalDropped } from "./dropJournal.ts";

type Parts = Pick<PlatformContext, "db" | "settings" | "readAs">;

/** One round: partitions are made ahead, and what has been kept for long enough goes. */
export async function runRetention(context: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const { db, settings } = context;
  const { retention } = settings;
  const now = settings.clock();
  const limitOf = (months: number | null) => (months === null ? null : startOfUtcMonth(now, -months));
  const limits = { calls: limitOf(retention.calls), journals: limitOf(retention.journal) };
  await makePartitions(db, { now, limits, isStopped });
  if (limits.calls && !isStopped()) await dropCalls(db, { before: limits.calls, now, isStopped });
  if (limits.journals && !isStopped()) {
    const isHeld = isOnLegalHold(await openFraudCases(context));
    await dropJournal(db, { before: limits.journals, now, held: isHeld, isStopped });
  }
}

interface Making {
  readonly now: Date;
  readonly limits: Readonly<Record<string, Date | null>>;
  readonly isStopped: () => boolean;
}

async function makePartitions(db: Kysely<Tables>, { now, limits, isStopped }: Making): Promise<void> {
  if (!(await hasPartitions(db))) return;
  for (const table of [...tables, journalTable].filter(isPartitioned)) {
    if (isStopped()) return;
    await convertToPartitioned(db, table, now);
    // Rows that are held stay in the default partition when their month goes.
    await createMonthlyPartitions(db, table, { now, since: limits[table.name] ?? null });
  }
}

/** Customers who reached a limit yesterday, today or this month, without a notification so far. */
async function openFraudCases({ readAs }: Parts): Promise<readonly number[]> {
  const events = await findFraudEvents(readAs(platformActor), new Map());
  return events
    .filter(({ notify_status }) => notify_status === "new")
    .map(({ contract_id: id }) => id)
    .filter(isStorableId);
}

/**
 * A condition on entries of the journal that stay however old they are: those about a lawful interception that is
 * there, about the subscriber whose number it names and about that one's customer, and about customers with an open
 * fraud case. `customers`: the latter.
 */
export function isOnLegalHold(customers: readonly number[]): RawBuilder<boolean> {
  const intercepted = sql`select numbers.subscriber_id from interceptions
    join numbers on numbers.number = interceptions.number`;
  return sql<boolean>`(
    (resource_name = 'interceptions' and resource_id in (select id from interceptions))
    or (resource_name in ('subscribers', 'pbxusers') and resource_id in (${intercepted}))
    or (resource_name = 'customers' and resource_id in (
      select customer_id from subscribers where id in (${intercepted})))
    or (resource_name = 'customers' and resource_id = ${anyOf(customers)})
  )`;
}

/**
 * Drops the calls that began before a time: whole partitions, and in batches what lies in no month. Returns how many.
 * Data derived from them stay: invoices hold their calls, balances their sums, recordings their files.
 */
export async function dropCalls(db: Kysely<Tables>, request: Omit<DropRequest, "held">): Promise<number> {
  return dropBefore(db, { name: "calls" }, request, {
    month: (trx, partition) => dropMonth(trx, partition, request.now),
    some: (trx) => deleteSome(trx, request),
  });
}

/** The whole table is locked for as long as dropping takes, not for the counting before. */
async function dropMonth(trx: Transaction<Tables>, { name, from, to }: Partition, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.id(name)}`.execute(trx);
  const count = rows[0]?.count ?? 0;
  await sql`drop table ${sql.id(name)}`.execute(trx);
  if (count > 0) await journalDropped(trx, { resource: "calls", now, dropped: { from, to, count } });
  return count;
}

async function deleteSome(trx: Transaction<Tables>, { before, now }: Omit<DropRequest, "held">): Promise<number> {
  const limit = sql<string>`${before}::timestamptz`;
  const rows = await trx
    .selectFrom("calls")
    .select(["id", "start_time"])
    .where("start_time", "<", limit)
    .orderBy("start_time")
    .limit(sql.lit(BATCH))
    .forUpdate()
    .execute();
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return 0;
  const ids = rows.map(({ id }) => id);
  await trx.deleteFrom("calls").where("start_time", "<", limit).where("id", "=", anyOf(ids)).execute();
  const dropped = { from: new Date(first.start_time), to: new Date(last.start_time), count: rows.length };
  await journalDropped(trx, { resource: "calls", now, dropped });
  return rows.length;
}
