import { sql } from "kysely";
import { afterAll, afterEach, describe } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { type Filling, openInMemory, openOnServer, openPrepared } from "./prepared.ts";
import { isAll } from "./tiers.ts";

/** Opens a database without tables, or with those of a filling. */
type Open = (filling?: Filling) => Promise<Database>;

type EngineTests = (open: Open, engine: Database["engine"]) => void;

/** Runs the same tests of a database on both engines; what they open is closed after each test. */
export function describeBothEngines(tests: EngineTests): void {
  describeBoth(tests, afterEach);
}

/** Runs the tests of what uses a database on PostgreSQL, and with `npm run test:all` on the embedded engine, too. */
export function describeEngines(tests: EngineTests): void {
  if (isAll) describeBoth(tests, afterEach);
  else describeServer(tests, afterEach);
}

/** The same for tests that share a platform, which takes a second of CPU to start: it is closed after the last of them. */
export function describeEnginesOnce(tests: EngineTests): void {
  if (isAll) describeBoth(tests, afterAll);
  else describeServer(tests, afterAll);
}

function describeBoth(tests: EngineTests, afterTests: typeof afterEach | typeof afterAll): void {
  const opened: Database[] = [];
  describe("pglite", () => {
    const { openEmpty, closeEmpty } = emptyInMemory();
    // Hooks run in reverse.
    afterAll(closeEmpty);
    afterTests(() => closeAll(opened));
    tests(async (filling) => {
      const database = await (filling ? openInMemory(filling) : openEmpty());
      opened.push(database);
      return database;
    }, "pglite");
  });
  describeServer(tests, afterTests);
}

function describeServer(tests: EngineTests, afterTests: typeof afterEach | typeof afterAll): void {
  const opened: Database[] = [];
  describe("postgres", () => {
    afterTests(() => closeAll(opened));
    tests(async (filling) => {
      const database = await (filling ? openPrepared(filling) : openOnServer());
      opened.push(database);
      return database;
    }, "postgres");
  });
}

async function closeAll(opened: Database[]): Promise<void> {
  await Promise.all(opened.splice(0).map((database) => database.close()));
}

/** Databases without tables, emptied when a test closes them and given to the next: an engine takes 0.3 s of CPU to start. */
function emptyInMemory() {
  const free: Database[] = [];
  return {
    openEmpty: async (): Promise<Database> => {
      const database = free.pop() ?? (await openDatabase({}));
      return {
        ...database,
        close: async () => {
          await sql`drop schema public cascade`.execute(database.kysely);
          await sql`create schema public`.execute(database.kysely);
          free.push(database);
        },
      };
    },
    closeEmpty: async () => {
      await Promise.all(free.map((database) => database.close()));
    },
  };
}
