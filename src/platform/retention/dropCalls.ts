import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { changePartitions, hasPartitions, listPartitions, type Partition } from "../db/partitions.ts";
import { anyOf } from "../db/statements.ts";
import { transaction } from "../db/tables.ts";
import type { Asked } from "./dropJournal.ts";
import { BATCH, noteDropped } from "./noteDropped.ts";

/**
 * Drops the calls that began before a time: whole partitions, and in batches what lies in no month. Returns how many.
 * What was made of them stays: invoices hold their calls, balances their sums, recordings their files.
 */
export async function dropCalls(db: Kysely<Tables>, asked: Omit<Asked, "held">): Promise<number> {
  let count = 0;
  if (await hasPartitions(db)) {
    for (const partition of await listPartitions(db, { name: "calls" })) {
      if (partition.to > asked.before || asked.isStopped()) break;
      count += await changePartitions(db, (trx) => dropMonth(trx, partition, asked.now));
    }
  }
  for (;;) {
    if (asked.isStopped()) return count;
    const deleted = await transaction(db, (trx) => deleteSome(trx, asked));
    count += deleted;
    if (deleted < BATCH) return count;
  }
}

/** The whole table is locked for as long as dropping takes, not for the counting before. */
async function dropMonth(trx: Transaction<Tables>, { name, from, to }: Partition, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.id(name)}`.execute(trx);
  const count = rows[0]?.count ?? 0;
  await sql`drop table ${sql.id(name)}`.execute(trx);
  if (count > 0) await noteDropped(trx, { resource: "calls", now, dropped: { from, to, count } });
  return count;
}

async function deleteSome(trx: Transaction<Tables>, { before, now }: Omit<Asked, "held">): Promise<number> {
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
  await noteDropped(trx, { resource: "calls", now, dropped });
  return rows.length;
}
