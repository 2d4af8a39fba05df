import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Names the folder to the workers, who have the environment of this process. */
export const PREPARED_FOLDER = "PATCHBAY_PREPARED_FOLDER";

/** Before all tests of a run: a folder for the archives of prepared.ts. The projects of a run share it. */
export default async function makeFolder(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_FOLDER] !== undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "patchbay-prepared-"));
  process.env[PREPARED_FOLDER] = folder;
  return () => rm(folder, { recursive: true, force: true });
}
