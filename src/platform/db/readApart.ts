import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { errorCode } from "./errors.ts";
import { type LogPlace, parsePlace, ReplicaLostError, type Replicas } from "./replicas.ts";

interface Reader {
  readonly db: Kysely<Tables>;
  readonly actor: { readonly adminId: number };
}

/** Serialization failure: what is read was removed on the database meanwhile; and statements that replicas refuse. */
const refusedThere = new Set(["40001", "25006"]);

/**
 * Reads from replicas. After each of an administrator's changes, its place in the log of writes is stored, so that every
 * node knows which replicas hold it.
 */
export function readApart(db: Kysely<Tables>, replicas: Replicas) {
  return {
    noteWrite: async (adminId: number): Promise<void> => {
      // After the commit, so that this place is behind it.
      await sql`insert into lastwrites (admin_id, place) values (${adminId}, pg_current_wal_insert_lsn()::text)
        on conflict (admin_id) do update set place = excluded.place`.execute(db);
    },
    read: async <Reading extends Reader, T>(reading: Reading, read: (from: Reading) => Promise<T>): Promise<T> => {
      const replica = replicas.holding(await lastWrite(db, reading.actor.adminId));
      if (!replica) return read(reading);
      try {
        return await replicas.whileThere(replica, () => read({ ...reading, db: replica }));
      } catch (error) {
        if (error instanceof ReplicaLostError || refusedThere.has(errorCode(error) ?? "")) return read(reading);
        throw error;
      }
    },
  };
}

/** 0 for somebody who has changed nothing yet. */
async function lastWrite(db: Kysely<Tables>, adminId: number): Promise<LogPlace> {
  const found = await db.selectFrom("lastwrites").select("place").where("admin_id", "=", adminId).executeTakeFirst();
  return found ? parsePlace(found.place) : 0n;
}
