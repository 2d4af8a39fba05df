import { sql } from "kysely";
import { expect, it } from "vitest";
import { openOnServer } from "../../../../tests/support/prepared.ts";
import { createPartitions, type Partitioned } from "../../db/partitions.ts";
import { prepareDatabase } from "../../seed/prepareDatabase.ts";
import { findLockShortage, toAdvice } from "./lockCapacity.ts";

it("tells that the server has too few locks for partitions, connections and nodes", async () => {
  const { kysely: db, close } = await openOnServer();
  try {
    await sql`create table logs (id serial, at timestamptz not null, note text) partition by range (at)`.execute(db);
    await sql`create table logs_default partition of logs (primary key (id)) default`.execute(db);
    await sql`create index on logs (note)`.execute(db);
    const logs: Partitioned = { name: "logs", columns: [], indexes: [], partitionBy: "at" };
    const months = Array.from({ length: 27 }, (_, month) => new Date(Date.UTC(2024, month)));
    await createPartitions(db, logs, months);
    // 28 partitions with a key and an index each: 840 locks of 10 connections.
    expect(await findLockShortage(db, 10)).toBeUndefined();
    const shortage = await findLockShortage(db, 500);
    expect(shortage).toEqual({ given: 64, wanted: 512, partitions: 28, nodes: 1 });

    await prepareDatabase(db);
    for (const node of ["one", "two", "three"])
      await sql`insert into nodes (node, name, version, started_at, seen_at)
        values (${node}, ${node}, '1', now(), now())`.execute(db);
    const among = await findLockShortage(db, 500);
    expect(among).toMatchObject({ nodes: 3, partitions: 28 });
    expect(among && toAdvice(among)).toMatch(
      /^max_locks_per_transaction is 64, too small for 28 partitions and 3 nodes: write \d+ into/,
    );
  } finally {
    await close();
  }
});
