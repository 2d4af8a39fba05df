import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { restorePglite } from "../../src/platform/db/pglite.ts";
import { archiveOfRun, serverOfRun, templateOfRun } from "./prepared.ts";
import { PREPARED_FOLDER } from "./runFolder.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

/** A database with demo data on the run's PostgreSQL server. Copy it; never write to it. */
const TEMPLATE = "seeded";

/** Demo data of a server, for one test file. */
export interface SeededData {
  /** The server's data folder. */
  readonly folder: string;
  readonly databaseUrl: string;
  /** Starts the product on the data, with these environment variables. */
  start(env?: Readonly<Record<string, string>>): Promise<Server>;
  /** Removes the data; no server may use it any longer. */
  remove(): Promise<void>;
}

/**
 * Lets the product start once on what other suites have filled with cheap passwords: every start and login checks some. The
 * first caller in a run does, the others wait.
 */
async function seedDatabase(): Promise<string> {
  const server = serverOfRun();
  const filled = await templateOfRun("demonstration");
  await server.alone(async () => {
    if (await server.hasDatabase(TEMPLATE)) return;
    const [unfinished, folder] = [`unfinished_${TEMPLATE}`, await newFolder(TEMPLATE)];
    await server.createDatabase(unfinished, filled);
    await startOnce({ dataDir: folder, env: { DATABASE_URL: server.urlOf(unfinished), DEMO: "1" } });
    await removeFolder(folder);
    await server.renameDatabase(unfinished, TEMPLATE);
  });
  return TEMPLATE;
}

/** The same in a data folder of the embedded engine. Copy it; never write to it. */
export async function seedFolder(): Promise<string> {
  const folder = join(process.env[PREPARED_FOLDER] ?? "", TEMPLATE);
  const archive = await archiveOfRun("demonstration");
  await serverOfRun().alone(async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}.unfinished`;
    await mkdir(unfinished, { recursive: true });
    await restorePglite(unfinished, archive);
    await startOnce({ dataDir: unfinished });
    await rename(unfinished, folder);
  });
  return folder;
}

async function startOnce(options: ServerOptions): Promise<void> {
  await (await startServer(options)).stop();
}

/** Creates a data folder with demo data in the embedded engine. */
export async function copySeededFolder(name: string): Promise<string> {
  const folder = await newFolder(name);
  await cp(await seedFolder(), folder, { recursive: true });
  return folder;
}

let seeded: Promise<string> | undefined;

/** Creates a PostgreSQL database with demo data: a server starts faster on it than on the embedded engine. */
export async function copySeeded(name: string): Promise<SeededData> {
  seeded ??= seedDatabase();
  return newData(name, { template: await seeded, env: { DEMO: "1" } });
}

/** Creates a PostgreSQL database without tables, as an operator does: the first start fills it. */
export function createEmpty(name: string): Promise<SeededData> {
  return newData(name, {});
}

interface Contents {
  readonly template?: string;
  readonly env?: Readonly<Record<string, string>>;
}

async function newData(name: string, { template, env: always }: Contents): Promise<SeededData> {
  const server = serverOfRun();
  const folder = await newFolder(name);
  // As unique as the folder.
  const database = basename(folder);
  await server.createDatabase(database, template);
  const databaseUrl = server.urlOf(database);
  return {
    folder,
    databaseUrl,
    start: (env) => startServer({ dataDir: folder, env: { DATABASE_URL: databaseUrl, ...always, ...env } }),
    remove: async () => {
      await removeFolder(folder);
      await server.dropDatabase(database);
    },
  };
}

function newFolder(name: string): Promise<string> {
  return mkdtemp(join(tmpdir(), `patchbay-${name}-`));
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}
