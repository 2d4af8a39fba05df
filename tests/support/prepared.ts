import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { archiveOf } from "../../src/platform/db/pglite.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { seedDemonstration } from "../../src/platform/seed/demonstration.ts";
import { insertAccounts } from "./accounts.ts";
import { TEST_RESELLER } from "./platform.ts";
import { PREPARED_FOLDER } from "./preparedFolder.ts";

/** Tables without rows, with demo data, or with demo data and one account per role. */
type Filling = "tables" | "demonstration" | "accounts";

interface Step {
  readonly after?: Filling;
  readonly fill: (database: Database) => Promise<void>;
}

const steps: Readonly<Record<Filling, Step>> = {
  tables: { fill: ({ kysely }) => prepareDatabase(kysely) },
  demonstration: { after: "tables", fill: seedDemonstration },
  accounts: { after: "demonstration", fill: ({ kysely }) => insertAccounts(kysely, TEST_RESELLER) },
};

/** Opens an in-memory database. Only the first caller in a run waits until it is filled. */
export async function openPrepared(filling: Filling): Promise<Database> {
  return openDatabase({ archive: await archiveWith(filling) });
}

async function archiveWith(filling: Filling): Promise<Blob> {
  const path = join(process.env[PREPARED_FOLDER] ?? "", `${filling}.tar`);
  if (!existsSync(path)) {
    const { after, fill } = steps[filling];
    const archive = await archiveOf(fill, after && (await archiveWith(after)));
    // Workers start at once: each creates its own file, and the rename is atomic.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, Buffer.from(await archive.arrayBuffer()));
    await rename(unfinished, path);
  }
  return new Blob([await readFile(path)]);
}
