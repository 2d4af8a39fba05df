import { existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { ContextValue } from "./contextValue.ts";

/**
 * Free bytes that writes leave for the log: twice what it grows to before a checkpoint. A table that cannot grow is an
 * error like others, but a log that cannot is the engine's end.
 */
const MIN_FREE_BYTES = 32 * MEGABYTE;
/** The limit for statements that write little, such as a login, and for those that free disk space. */
const MIN_FREE_BYTES_SMALL_WRITE = 8 * MEGABYTE;
/** Bytes that a start needs to replay the log. */
const reserveBytes = 8 * MEGABYTE;

/** Free bytes of the disk with this folder; undefined where the file system does not say, or without a folder. */
export function freeBytesOf(folder: string | null): number | undefined {
  if (folder === null) return undefined;
  try {
    const { bavail, bsize, blocks } = statfsSync(folder);
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    // Not there yet: a database server has its disk elsewhere.
    return undefined;
  }
}

const freeing = new ContextValue<true>();

/** Runs work that frees disk space, which goes on where others have no room to write any more. */
export function freeDiskSpace<T>(run: () => T): T {
  return freeing.run(true, run);
}

export const isFreeingDiskSpace = (): boolean => freeing.get() === true;

/** Files of the log that are there and not used yet: what is written to them needs no more disk. */
export const spareLog = `select count(*)::integer as spare from pg_ls_waldir()
  where name > pg_walfile_name(pg_current_wal_insert_lsn()) and length(name) = 24`;

/** The disk space of an embedded database. */
export interface DiskRoom {
  /** Whether the disk takes what a statement writes, or the little that it writes. */
  takes(isLittle: boolean): boolean;
  /** Whether it takes so many bytes, and what others may still have to write. */
  takesBytes(bytes: number): boolean;
}

export const unlimitedRoom: DiskRoom = { takes: () => true, takesBytes: () => true };

/** More than a second of writing takes: for so long the file system is not asked again, as it is before each statement. */
const PLENTY_BYTES = 1024 * MEGABYTE;
const KNOWN_MS = 1000;

export function measureRoomIn(folder: string, ask = freeBytesOf): DiskRoom {
  const free = () => ask(folder) ?? Number.POSITIVE_INFINITY;
  let plentyUntil = 0;
  const hasPlenty = () => {
    const now = performance.now();
    if (now >= plentyUntil && free() >= PLENTY_BYTES) plentyUntil = now + KNOWN_MS;
    return now < plentyUntil;
  };
  return {
    takes: (isLittle) => hasPlenty() || free() >= (isLittle ? MIN_FREE_BYTES_SMALL_WRITE : MIN_FREE_BYTES),
    takesBytes: (bytes) => free() >= MIN_FREE_BYTES + bytes,
  };
}

const reserveOf = (folder: string) => join(folder, "reserve");

/** Keeps a file whose room the next start can have on a full disk; a no-op while there is hardly more room than that. */
export function keepReserve(folder: string): void {
  const file = reserveOf(folder);
  const free = freeBytesOf(folder);
  if (existsSync(file) || free === undefined || free < 2 * MIN_FREE_BYTES) return;
  try {
    // Not zeros, which some file systems store as nothing.
    writeFileSync(file, Buffer.alloc(reserveBytes, "Patchbay gives this room back on a full disk. "), { mode: 0o600 });
  } catch {
    // The disk filled up in between: half a reserve helps no start.
    rmSync(file, { force: true });
  }
}

/** Called before the database is opened: replaying its log takes room. */
export function spendReserve(folder: string): void {
  const free = freeBytesOf(folder);
  if (free !== undefined && free < reserveBytes) rmSync(reserveOf(folder), { force: true });
}
