import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Environment variable that passes the folder to the workers. */
export const PREPARED_FOLDER = "PATCHBAY_PREPARED_FOLDER";

/** Global setup: creates the folder for the archives of prepared.ts, shared by the projects of a run. */
export default async function makeFolder(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_FOLDER] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "patchbay-prepared-"));
  process.env[PREPARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
