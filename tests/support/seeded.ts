import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { restorePglite } from "../../src/platform/db/pglite.ts";
import { archiveOfRun, serverOfRun, templateOfRun } from "./prepared.ts";
import { type Server, startServer } from "./server.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** A data folder with demo data in the embedded engine. Copy it; never write to it. */
    readonly seededFolder: string;
  }
}

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
 * Global setup of the journeys: seeds both engines once, which takes seconds. The server starts on what other suites have
 * seeded with cheap passwords: every start and login checks some.
 */
export default async function seedOnce(project: TestProject): Promise<() => Promise<void>> {
  const [folder, files] = await Promise.all([newFolder("seeded"), newFolder("seeded")]);
  const postgres = serverOfRun();
  await postgres.createDatabase(TEMPLATE, await templateOfRun("demonstration"));
  await restorePglite(folder, await archiveOfRun("demonstration"));
  const servers = await Promise.all([
    startServer({ dataDir: folder }),
    startServer({ dataDir: files, env: { DATABASE_URL: postgres.urlOf(TEMPLATE), DEMO: "1" } }),
  ]);
  await Promise.all(servers.map((server) => server.stop()));
  project.provide("seededFolder", folder);
  return async () => {
    await Promise.all([folder, files].map(removeFolder));
  };
}

/** Creates a data folder with demo data in the embedded engine. */
export async function copySeededFolder(name: string): Promise<string> {
  const folder = await newFolder(name);
  await cp(inject("seededFolder"), folder, { recursive: true });
  return folder;
}

/** Creates a PostgreSQL database with demo data: a server starts faster on it than on the embedded engine. */
export function copySeeded(name: string): Promise<SeededData> {
  return newData(name, { template: TEMPLATE, env: { DEMO: "1" } });
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
