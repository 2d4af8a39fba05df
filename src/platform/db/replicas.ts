import { setTimeout as pause } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../../generated/database.gen.ts";
import { isConnectionFailure } from "./errors.ts";
import type { Database } from "./tables.ts";

/** A place in the log of writes: bytes since the cluster was made. */
export type Lsn = bigint;

export interface ReplicaState {
  /** Server and database, without user and password. */
  readonly address: string;
  /** Undefined: the replica cannot be read at the moment. */
  readonly place: Lsn | undefined;
}

/** Copies of the database that lag behind it by a moment, for reads that may. */
export interface Replicas {
  /** One that holds all writes up to this place; undefined: there is none at the moment. They take turns. */
  holding(lsn: Lsn): Kysely<Tables> | undefined;
  /** Runs reads on a replica; rejects with ReplicaLostError once it does not answer any more. */
  whileThere<T>(db: Kysely<Tables>, read: () => Promise<T>): Promise<T>;
  readonly states: () => readonly ReplicaState[];
  close(): Promise<void>;
}

/** Milliseconds between two questions how far a replica is, and how long one may take to answer. */
const ASK_EVERY_MS = 250;
const PATIENCE_MS = 500;

/** The replica has stopped to answer; the same read can be made elsewhere. */
export class ReplicaLostError extends Error {
  override readonly name = "ReplicaLostError";
}

export interface OpenReplica {
  readonly address: string;
  readonly database: Pick<Database, "kysely" | "close">;
}

interface WatchedReplica extends OpenReplica {
  place: Lsn | undefined;
  /** Rejects the reads that wait for a response. */
  readonly waiting: Set<(reason: Error) => void>;
}

/** Asks replicas all the time how far they are. One that does not answer in time is lost until it does. */
export function watchReplicas(replicas: readonly OpenReplica[]): Replicas {
  const watched: WatchedReplica[] = replicas.map((replica) => ({ ...replica, place: undefined, waiting: new Set() }));
  const stop = new AbortController();
  let turn = 0;
  const watching = watched.map(async (replica) => {
    while (!stop.signal.aborted) {
      replica.place = await Promise.race([loadReplayedLsn(replica.database.kysely), pause(PATIENCE_MS, undefined)]);
      if (replica.place === undefined)
        for (const giveUp of replica.waiting) giveUp(new ReplicaLostError("the replica does not answer"));
      await pause(ASK_EVERY_MS, undefined, { signal: stop.signal, ref: false }).catch(() => undefined);
    }
  });
  return {
    holding: (lsn) => {
      const current = watched.filter((replica) => replica.place !== undefined && replica.place >= lsn);
      return current[turn++ % current.length]?.database.kysely;
    },
    whileThere: async (db, read) => {
      const replica = watched.find(({ database }) => database.kysely === db);
      let giveUp: (reason: Error) => void = () => undefined;
      const lost = new Promise<never>((_, reject) => {
        giveUp = reject;
      });
      replica?.waiting.add(giveUp);
      try {
        return await Promise.race([read(), lost]);
      } catch (error) {
        if (!isConnectionFailure(error)) throw error;
        if (replica) replica.place = undefined;
        throw new ReplicaLostError("the replica cannot be reached", { cause: error });
      } finally {
        replica?.waiting.delete(giveUp);
      }
    },
    states: () => watched.map(({ address, place }) => ({ address, place })),
    close: async () => {
      stop.abort();
      await Promise.all(watching);
      await Promise.all(watched.map(({ database }) => database.close()));
    },
  };
}

/** Returns the position of a replica in the log; undefined if it does not answer, or has become a server of its own. */
async function loadReplayedLsn(db: Kysely<Tables>): Promise<Lsn | undefined> {
  try {
    const { rows } = await sql<{ place: string | null }>`select pg_last_wal_replay_lsn()::text as place`.execute(db);
    return rows[0]?.place ? parseLsn(rows[0].place) : undefined;
  } catch {
    return undefined;
  }
}

/** `16/B374D848`: the upper and lower half, in hexadecimal. */
export function parseLsn(text: string): Lsn {
  const [upper = "0", lower = "0"] = text.split("/");
  return (BigInt(`0x${upper}`) << 32n) + BigInt(`0x${lower}`);
}
