import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "./postgres.ts";

/** Environment variables that pass the folder and the server's address to the workers. */
export const PREPARED_FOLDER = "PATCHBAY_PREPARED_FOLDER";
export const PREPARED_SERVER = "PATCHBAY_PREPARED_SERVER";

/** Global setup: what prepared.ts keeps its databases in, shared by the projects of a run. */
export default async function prepareParts(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_FOLDER] !== undefined) return undefined;
  const [folder, server] = await Promise.all([mkdtemp(join(tmpdir(), "patchbay-prepared-")), startPostgres()]);
  process.env[PREPARED_FOLDER] = folder;
  process.env[PREPARED_SERVER] = server.url;
  return async () => {
    await Promise.all([rm(folder, { recursive: true, force: true }), server.stop()]);
  };
}
