import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { type Kysely, sql } from "kysely";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { isConditionMet } from "../../core/validation/conditions.ts";
import { formats } from "../../core/validation/formats.ts";
import { resources } from "../../generated/all.gen.ts";
import type { Tables } from "../../generated/database.gen.ts";
import { tables } from "../../generated/tables.gen.ts";
import { sharedNames } from "../../platform/db/indexChanges.ts";
import { versionOfTables } from "../../platform/db/migrate.ts";
import { estimateCosts } from "../../platform/db/migrationCosts.ts";
import { sealJournal, verifyJournal } from "../../platform/records/journal/chain.ts";
import { findLockShortage, toAdvice } from "../../platform/runtime/nodes/lockCapacity.ts";
import { planPreparation } from "../../platform/seed/prepareDatabase.ts";
import { type Task, TaskError } from "./task.ts";

/**
 * Whether this database serves this version; nothing is changed. `apart`: its clock and ours, in milliseconds. `locks`: what
 * to do about a server that has too few for `connections` of each node.
 */
export const databaseState: Task = async ({ database: { kysely } }, { options: { connections } }) => {
  // The first query connects.
  const { rows } = await sql<{ server: string }>`select current_setting('server_version') as server`.execute(kysely);
  const askedAt = Date.now();
  const clock = await sql<{ time: number }>`
    select extract(epoch from clock_timestamp())::float8 * 1000 as time`.execute(kysely);
  const apart = Math.round(Math.abs((clock.rows[0]?.time ?? 0) - (askedAt + Date.now()) / 2));
  const missing = await planPreparation(kysely);
  const version = (await versionOfTables(kysely)) ?? null;
  const shortage = await findLockShortage(kysely, Number(connections));
  const locks = shortage ? toAdvice(shortage) : null;
  const patterns = missing.length === 0 ? await findInvalidPatterns(kysely) : [];
  const names = missing.length === 0 ? await findDuplicateNames(kysely) : [];
  return { result: { apart, server: rows[0]?.server ?? "", version, missing: missing.length, locks, patterns, names } };
};

/** Names of several records, as `domains/domain: SIP.example, sip.example`: an older version took them. */
async function findDuplicateNames(db: Kysely<Tables>): Promise<string[]> {
  const duplicates: string[] = [];
  for (const { name, indexes } of tables) {
    for (const index of indexes) {
      if (!index.anyCase) continue;
      for (const spellings of await sharedNames(db, name, index))
        duplicates.push(`${name}/${index.columns.at(-1)}: ${spellings.join(", ")}`);
    }
  }
  return duplicates;
}

/** Stored patterns that no longer can be saved, as `ncospatterns/pattern (2)`: an older version took them. */
async function findInvalidPatterns(db: Kysely<Tables>): Promise<string[]> {
  const invalid: string[] = [];
  for (const { descriptor } of Object.values(resources)) {
    for (const { name, format, formatWhen } of descriptor.fields) {
      if (format !== "regex" && format !== "number-pattern" && format !== "uri-pattern" && format !== "replacement")
        continue;
      const { rows } = await sql<WireRecord>`select * from ${sql.table(descriptor.name)}`.execute(db);
      const invalidRows = rows.filter((row) => {
        const text = row[name];
        if (typeof text !== "string" || text === "") return false;
        return (
          (!formatWhen || isConditionMet(formatWhen, row, { mode: "update", related: () => undefined })) &&
          !formats[format](text)
        );
      });
      if (invalidRows.length > 0) invalid.push(`${descriptor.name}/${name} (${invalidRows.length})`);
    }
  }
  return invalid;
}

export const planStatements: Task = async ({ database: { kysely } }) => ({
  result: (await estimateCosts(kysely, await planPreparation(kysely))).map((cost) => ({
    ...cost,
    table: cost.table ?? null,
  })),
});

export const verifyJournals: Task = async ({ database: { kysely } }, { options: { hash } }) => {
  await sealJournal(kysely);
  const { entries, dropped, head, broken, knowsHash } = await verifyJournal(kysely, hash);
  const fault =
    broken?.fault === "changed"
      ? `Entry ${broken.entry} was changed (place ${broken.link}).`
      : broken
        ? `The entry at place ${broken.link} is missing.`
        : knowsHash === false
          ? `No entry has the hash ${hash}: the journal was replaced.`
          : null;
  return { result: { entries, dropped, head, fault } };
};

/** Copies the database of the embedded engine. */
export const copyDatabase: Task = async ({ database }) => {
  if (!database.copy) throw new TaskError("PostgreSQL is copied by its own tools");
  const copy = await database.copy();
  return { result: null, file: compress(copy) };
};

/** For the System page and its warning; without a size the backup failed. */
export const noteBackup: Task = async ({ database: { kysely } }, { options: { size } }) => {
  const row = { at: new Date(), kind: "backup", size: size === undefined ? null : Number(size) };
  await kysely
    .insertInto("system_backups")
    .values({ ...row, outcome: size === undefined ? "failed" : "success" })
    .execute();
  return { result: null };
};

/** Bytes that are compressed at once: each part waits for its turn among the statements of everybody else. */
const CHUNK_BYTES = 4 * 2 ** 20;

/** Compresses with gzip outside the database's thread, and fast: a tenth larger than usual, in a third of the time. */
async function* compress(copy: Blob): AsyncGenerator<Uint8Array> {
  const gzip = createGzip({ chunkSize: CHUNK_BYTES / 4, level: constants.Z_BEST_SPEED });
  const done = pipeline(Readable.from(readChunks(copy)), gzip);
  // Awaited below; a failure while we read must not count as unhandled.
  done.catch(() => undefined);
  yield* gzip;
  await done;
}

async function* readChunks(blob: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < blob.size; from += CHUNK_BYTES) {
    yield new Uint8Array(await blob.slice(from, from + CHUNK_BYTES).arrayBuffer());
  }
}
