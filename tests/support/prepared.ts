import { existsSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Archive } from "../../src/platform/db/cluster.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { archiveOf } from "../../src/platform/db/pglite.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { hashCheaply } from "../../src/platform/records/secrets.ts";
import { insertAccounts, TEST_RESELLER } from "./accounts.ts";
import { databasesOf } from "./postgres.ts";
import { PREPARED_FOLDER, PREPARED_SERVER } from "./runFolder.ts";

/** Each adds to what those before it have filled. Journeys load the platform only to fill. */
const steps = {
  tables: async ({ kysely }: Database) =>
    (await import("../../src/platform/seed/prepareDatabase.ts")).prepareDatabase(kysely),
  demonstration: async (database: Database) =>
    (await import("../../src/platform/seed/demonstration.ts")).seedDemonstration(database),
  accounts: ({ kysely }: Database) => insertAccounts(kysely, TEST_RESELLER),
};

/** Tables without rows, with demo data, or with demo data and one account per role. */
export type Filling = keyof typeof steps;

const fillings = Object.keys(steps) as Filling[];

/**
 * Opens a database of its own on the run's PostgreSQL server, which is several times as fast as the embedded engine; in
 * memory where there is no server, as in commands. Only the first caller in a run waits until it is filled.
 */
export async function openPrepared(filling: Filling): Promise<Database> {
  if (process.env[PREPARED_SERVER] === undefined) return openInMemory(filling);
  return openOnServer(await templateOfRun(filling));
}

/** The name of a filled database on the run's server, to copy. Its passwords have cheap hashes. */
export async function templateOfRun(filling: Filling): Promise<string> {
  hashCheaply();
  await templateWith(serverOfRun(), filling);
  return filling;
}

/** Opens a new database of the run's PostgreSQL server, by default without tables; closing drops it. */
export async function openOnServer(template?: string): Promise<Database & { readonly url: string }> {
  const server = serverOfRun();
  const name = `copy_${process.pid}_${++copies}`;
  await server.createDatabase(name, template);
  const url = server.urlOf(name);
  const database = await openDatabase({ databaseUrl: url });
  return {
    ...database,
    url,
    close: async () => {
      await database.close();
      await server.dropDatabase(name);
    },
  };
}

export function serverOfRun(): Server {
  const url = process.env[PREPARED_SERVER];
  if (url === undefined) throw new Error("tests run without preparedParts.ts");
  return databasesOf(url);
}

let copies = 0;
type Server = ReturnType<typeof databasesOf>;
const templates = new Map<Filling, Promise<void>>();

function templateWith(server: Server, filling: Filling): Promise<void> {
  const known = templates.get(filling) ?? createTemplate(server, filling);
  templates.set(filling, known);
  return known;
}

async function createTemplate(server: Server, filling: Filling): Promise<void> {
  const before = fillings[fillings.indexOf(filling) - 1];
  if (before) await templateWith(server, before);
  // Workers start at once: one fills, the others wait for it.
  await server.alone(async () => {
    if (await server.hasDatabase(filling)) return;
    const unfinished = `unfinished_${filling}`;
    await server.createDatabase(unfinished, before);
    const database = await openDatabase({ databaseUrl: server.urlOf(unfinished) });
    await steps[filling](database);
    await database.close();
    await server.renameDatabase(unfinished, filling);
  });
}

/** Fills an empty database of another server than the run's, with cheap passwords, without a start of the product. */
export async function fillDatabase(databaseUrl: string, filling: Filling): Promise<void> {
  hashCheaply();
  const database = await openDatabase({ databaseUrl });
  await fillUpTo(filling, database);
  await database.close();
}

/** Opens an in-memory database of the embedded engine. Only the first caller in a run waits until it is filled. */
export async function openInMemory(filling: Filling): Promise<Database> {
  return openDatabase({ archive: await archiveOfRun(filling) });
}

/** A filled database of the embedded engine, to copy. Its passwords have cheap hashes. */
export function archiveOfRun(filling: Filling): Promise<Blob> {
  hashCheaply();
  return archiveWith(filling);
}

const archives = new Map<Filling, Promise<Blob>>();

/** In a command there is no folder of a run: what is filled stays in memory. */
function archiveWith(filling: Filling): Promise<Blob> {
  if (process.env[PREPARED_FOLDER] !== undefined) return archiveInFolder(filling);
  const known = archives.get(filling) ?? archiveOf(async (database) => fillUpTo(filling, database));
  archives.set(filling, known);
  return known;
}

async function fillUpTo(filling: Filling, database: Database): Promise<void> {
  for (const one of fillings.slice(0, fillings.indexOf(filling) + 1)) await steps[one](database);
}

async function archiveInFolder(filling: Filling): Promise<Archive> {
  const write = () => writeArchive(filling);
  // Workers start at once: one fills, which takes this engine long, the others wait for it. Commands have no server.
  if (!existsSync(pathOfFilling(filling))) await (process.env[PREPARED_SERVER] ? serverOfRun().alone(write) : write());
  return Archive.read(pathOfFilling(filling));
}

async function writeArchive(filling: Filling): Promise<void> {
  const path = pathOfFilling(filling);
  if (existsSync(path)) return;
  const wanted = fillings.slice(0, fillings.indexOf(filling) + 1);
  const known = wanted.findLast((one) => existsSync(pathOfFilling(one)));
  const missing = wanted.slice(known ? wanted.indexOf(known) + 1 : 0);
  const fill = async (database: Database) => {
    for (const one of missing) await steps[one](database);
  };
  const archive = await archiveOf(fill, known && (await Archive.read(pathOfFilling(known))));
  // Who reads it without waiting finds it whole.
  const unfinished = `${path}.${process.pid}`;
  await writeFile(unfinished, Buffer.from(await archive.arrayBuffer()));
  await rename(unfinished, path);
}

function pathOfFilling(filling: Filling): string {
  return join(process.env[PREPARED_FOLDER] ?? "", `${filling}.tar`);
}
