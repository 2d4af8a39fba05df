import { afterAll, afterEach, describe } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { openInMemory, openOnServer, openPrepared } from "./prepared.ts";

/** Opens a database without tables, or with empty ones. */
export type OpenEmpty = (filling?: "tables") => Promise<Database>;

type EngineTests = (open: OpenEmpty, engine: Database["engine"]) => void;

/** Runs the same tests on both engines; what they open is closed after each test. */
export function describeEngines(tests: EngineTests): void {
  describeBoth(tests, afterEach);
}

/** The same for tests that share a platform, which takes a second of CPU to start: it is closed after the last of them. */
export function describeEnginesOnce(tests: EngineTests): void {
  describeBoth(tests, afterAll);
}

function describeBoth(tests: EngineTests, afterTests: typeof afterEach | typeof afterAll): void {
  const opened: Database[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  };

  describe("pglite", () => {
    afterTests(closeAll);
    tests(async (filling) => {
      const database = await (filling ? openInMemory(filling) : openDatabase({}));
      opened.push(database);
      return database;
    }, "pglite");
  });

  describe("postgres", () => {
    afterTests(closeAll);
    tests(async (filling) => {
      const database = await (filling ? openPrepared(filling) : openOnServer());
      opened.push(database);
      return database;
    }, "postgres");
  });
}
