import { access, chmod, constants, mkdir, mkdtemp, rm, statfs, symlink } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startGuard } from "./guard.ts";
import { startPostgres } from "./postgres.ts";
import { PREPARED_FOLDER, PREPARED_SERVER } from "./runFolder.ts";
import { findLeaks } from "./runLogs.ts";

const gigabyte = 1024 ** 3;
/** Linux keeps the files of this folder in memory. */
const MEMORY = "/dev/shm";
/** What has to be free there and in memory: several times what a run was seen to take. */
const ROOM = 4 * gigabyte;

/** Removes the folder when the parent closes the pipe or exits in any way: in memory, nothing may be left behind. */
const guardProgram = `
  const { readdirSync, rmSync } = require("node:fs");
  const [folder] = process.argv.slice(1);
  // PostgreSQL has a guard of its own, which has to find its files to stop it.
  const isInUse = () => readdirSync(folder).some((name) => name.startsWith("patchbay-postgres-"));
  const remove = (attempts) => {
    if (attempts > 0 && isInUse()) setTimeout(remove, 100, attempts - 1);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  process.stdin.resume().on("close", () => remove(100));
`;

/** Global setup: what prepared.ts keeps its databases in, shared by the projects of a run. */
export default async function prepareParts(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_FOLDER] !== undefined) return undefined;
  const removeTemporary = await keepTemporaryFilesInMemory();
  const [folder, server] = await Promise.all([mkdtemp(join(tmpdir(), "patchbay-prepared-")), startPostgres()]);
  process.env[PREPARED_FOLDER] = folder;
  process.env[PREPARED_SERVER] = server.url;
  return async () => {
    await reportLeaks(folder);
    await Promise.all([rm(folder, { recursive: true, force: true }), server.stop()]);
    await removeTemporary();
  };
}

/**
 * Where there is room, temporary files of this process, its workers and what they start need no disk: to copy a database, with
 * its 1,500 files, takes a tenth of the CPU time then. Chromium's profiles and shared memory are such files, too.
 */
async function keepTemporaryFilesInMemory(): Promise<() => Promise<void>> {
  const { TMPDIR } = process.env;
  if (TMPDIR !== undefined || !(await hasRoom())) return async () => {};
  const folder = await mkdtemp(join(MEMORY, "patchbay-run-"));
  // PostgreSQL may run as another account.
  await chmod(folder, 0o711);
  await keepCompiledScripts(folder);
  process.env.TMPDIR = folder;
  const remove = startGuard(guardProgram, folder);
  return async () => {
    delete process.env.TMPDIR;
    await remove();
  };
}

/** What tsx has compiled for the scripts, in a folder that outlives the run: without it each run would compile them all. */
async function keepCompiledScripts(temporary: string): Promise<void> {
  const kept = fileURLToPath(new URL("../../.cache/tsx", import.meta.url));
  await mkdir(kept, { recursive: true });
  await symlink(kept, join(temporary, `tsx-${process.geteuid?.() ?? userInfo().username}`), "dir");
}

async function hasRoom(): Promise<boolean> {
  try {
    await access(MEMORY, constants.W_OK);
    const { bavail, bsize } = await statfs(MEMORY);
    return Math.min(bavail * bsize, process.availableMemory()) >= ROOM;
  } catch {
    return false;
  }
}

/** A secret in a log fails the run: tests of one file would see the lines of their own servers only. */
async function reportLeaks(folder: string): Promise<void> {
  const { lines, secrets, leaks } = await findLeaks(folder);
  if (lines === 0) return;
  console.log(`${lines} log lines, ${leaks.length > 0 ? `${leaks.length} with a` : "no"} secret of ${secrets}`);
  if (leaks.length === 0) return;
  console.error(`secrets in logs:\n${leaks.slice(0, 20).join("\n")}`);
  process.exitCode = 1;
}
