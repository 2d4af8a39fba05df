import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Database, openDatabase } from "../../src/platform/db/engine.ts";
import { archiveOf } from "../../src/platform/db/pglite.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { seedDemonstration } from "../../src/platform/seed/demonstration.ts";
import { insertAccounts } from "./accounts.ts";
import { TEST_RESELLER } from "./platform.ts";
import { PREPARED_FOLDER } from "./preparedFolder.ts";

/** All tables, without rows, or with the demonstration, or with an account a role besides. */
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

/** A database of one's own in memory. The first who asks in a run waits for it to be filled, all others do not. */
export async function openPrepared(filling: Filling): Promise<Database> {
  return openDatabase({ archive: await archiveWith(filling) });
}

async function archiveWith(filling: Filling): Promise<Blob> {
  const path = join(process.env[PREPARED_FOLDER] ?? "", `${filling}.tar`);
  if (!existsSync(path)) {
    const { after, fill } = steps[filling];
    const archive = await archiveOf(fill, after && (await archiveWith(after)));
    // Workers start together: each makes its own, and a rename is all or nothing.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, Buffer.from(await archive.arrayBuffer()));
    await rename(unfinished, path);
  }
  return new Blob([await readFile(path)]);
}
