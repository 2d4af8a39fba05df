import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Filling } from "../../tests/support/prepared.ts";
import { PREPARED_FOLDER, PREPARED_SERVER } from "../../tests/support/runFolder.ts";
import { cache, sourceHash } from "../toolchain.mjs";
import { inProcesses } from "./processes.ts";

const FILLING: Filling = "accounts";
const PREFIX = "prepared-";

/**
 * Fills one database for all processes, in a process of its own: this one goes on meanwhile. Once it resolves,
 * `openPrepared` opens copies at once, here and in processes started from here. It is kept until the code or the date
 * changes, as the demo data are those of the last days. Within a run of tests its server has one.
 */
export async function prepareCopy(): Promise<void> {
  if (process.env[PREPARED_SERVER] !== undefined) return;
  const today = new Date().toISOString().slice(0, 10);
  const name = `${PREFIX}${today}-${sourceHash(["src", "schemas", "tests/support", "package-lock.json"])}`;
  const folder = join(cache, name);
  process.env[PREPARED_FOLDER] = folder;
  if (existsSync(join(folder, `${FILLING}.tar`))) return;
  await mkdir(folder, { recursive: true });
  const older = (await readdir(cache)).filter((one) => one.startsWith(PREFIX) && one !== name);
  for (const one of older) await rm(join(cache, one), { recursive: true, force: true });
  const module = new URL("./preparedCopyWorker.ts", import.meta.url);
  await inProcesses([FILLING], { module, jobs: 1, onDone: () => {} });
}
