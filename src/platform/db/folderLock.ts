import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { DataFolderInUseError, errorCode, isStorageFull } from "./errors.ts";

export interface FolderLock {
  release(): void;
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  /** Distinguishes this process from a later one with the same pid; not available on every system. */
  readonly started: string | undefined;
}

const heartbeatMs = 5_000;
/** A lock of another host (such as a replaced container) is stale after this. */
const silentMs = 20_000;
const lockedFolders = new Set<string>();

/**
 * Locks `folder` (created if missing, readable by this user only) for this process until released. The lock of a killed
 * process is taken over. Throws DataFolderInUseError while its owner runs.
 */
export function lockFolder(folder: string): FolderLock {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "lock");
  while (!create(file)) takeAway(folder, file);
  lockedFolders.add(file);
  // An owner on another host cannot be probed; a fresh timestamp shows that it runs.
  const heartbeat = setInterval(() => touch(file), heartbeatMs).unref();
  return {
    release() {
      clearInterval(heartbeat);
      lockedFolders.delete(file);
      rmSync(file, { force: true });
    },
  };
}

function create(file: string): boolean {
  const owner: Owner = { pid: process.pid, host: hostname(), started: startOf(process.pid) };
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // On a full disk there is a file without an owner, for which the next start would wait.
    if (isStorageFull(error)) rmSync(file, { force: true });
    throw error;
  }
}

/** Removes a stale lock; throws when its owner runs. */
function takeAway(folder: string, file: string): void {
  const text = read(file);
  if (text === undefined) return;
  if (isOwned(file, text)) throw inUse(folder, text);
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw error;
  }
  // Another process may have taken over between reading and renaming: then we hold its lock.
  const movedText = read(aside);
  if (movedText !== text) {
    renameSync(aside, file);
    throw inUse(folder, movedText ?? "");
  }
  rmSync(aside, { force: true });
}

function isOwned(file: string, text: string): boolean {
  const owner = parseOwner(text);
  if (owner === undefined || owner.host !== hostname()) return Date.now() - modified(file) < silentMs;
  if (owner.pid === process.pid) return lockedFolders.has(file);
  return isRunning(owner.pid) && owner.started === startOf(owner.pid);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

/** Returns when a process started; undefined if the system does not say. */
function startOf(pid: number): string | undefined {
  const stat = process.platform === "linux" ? read(`/proc/${pid}/stat`) : undefined;
  if (stat === undefined) return undefined;
  // The name, in parentheses, may contain spaces; the start time is the 20th field after it (proc(5)).
  const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  return `${ticks} ${read("/proc/sys/kernel/random/boot_id")?.trim()}`;
}

function inUse(folder: string, text: string): DataFolderInUseError {
  const owner = parseOwner(text);
  const by = owner === undefined ? "another process" : `process ${owner.pid} on ${owner.host}`;
  return new DataFolderInUseError(
    `the data folder ${folder} is in use by ${by}; stop it first, or set another DATA_DIR`,
  );
}

function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text);
  } catch {
    // Killed while writing it: the file's age decides.
    return undefined;
  }
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ESRCH") return undefined;
    throw error;
  }
}

function modified(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
}
