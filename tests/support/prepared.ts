import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Archive } from "../../src/platform/db/cluster.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { archiveOf } from "../../src/platform/db/pglite.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { hashCheaply } from "../../src/platform/secrets.ts";
import { seedDemonstration } from "../../src/platform/seed/demonstration.ts";
import { insertAccounts } from "./accounts.ts";
import { TEST_RESELLER } from "./platform.ts";
import { PREPARED_FOLDER } from "./preparedFolder.ts";

/** Each adds to what those before it have filled. */
const steps = {
  tables: ({ kysely }: Database) => prepareDatabase(kysely),
  demonstration: seedDemonstration,
  accounts: ({ kysely }: Database) => insertAccounts(kysely, TEST_RESELLER),
};

/** Tables without rows, with demo data, or with demo data and one account per role. */
export type Filling = keyof typeof steps;

const fillings = Object.keys(steps) as Filling[];

/** Opens an in-memory database. Only the first caller in a run waits until it is filled. */
export async function openPrepared(filling: Filling): Promise<Database> {
  hashCheaply();
  return openDatabase({ archive: await archiveWith(filling) });
}

async function archiveWith(filling: Filling): Promise<Archive> {
  const path = pathOf(filling);
  if (!existsSync(path)) {
    const wanted = fillings.slice(0, fillings.indexOf(filling) + 1);
    const known = wanted.findLast((one) => existsSync(pathOf(one)));
    const missing = wanted.slice(known ? wanted.indexOf(known) + 1 : 0);
    const fill = async (database: Database) => {
      for (const one of missing) await steps[one](database);
    };
    const archive = await archiveOf(fill, known && (await Archive.read(pathOf(known))));
    // Workers start at once: each creates its own file, and the rename is atomic.
    const unfinished = `${path}.${process.pid}`;
    await writeFile(unfinished, Buffer.from(await archive.arrayBuffer()));
    await rename(unfinished, path);
  }
  return Archive.read(path);
}

function pathOf(filling: Filling): string {
  return join(process.env[PREPARED_FOLDER] ?? "", `${filling}.tar`);
}
