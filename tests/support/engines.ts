import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import type { Database } from "../../src/platform/db/tables.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { type PostgresServer, startPostgres } from "./postgres.ts";
import { openPrepared } from "./prepared.ts";

/** Opens a database without tables, or with empty ones. */
export type OpenEmpty = (filling?: "tables") => Promise<Database>;

/** A database of the server that has the tables; others are copied from it. */
const TEMPLATE = "tables";

/** Runs the same tests on both engines; what they open is closed after each test. */
export function describeEngines(tests: (open: OpenEmpty, engine: Database["engine"]) => void): void {
  const opened: Database[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  };

  describe("pglite", () => {
    afterEach(closeAll);
    tests(async (filling) => {
      const database = await (filling ? openPrepared(filling) : openDatabase({}));
      opened.push(database);
      return database;
    }, "pglite");
  });

  describe("postgres", () => {
    let server: PostgresServer;
    let template: Promise<void> | undefined;
    let count = 0;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterEach(closeAll);
    afterAll(() => server.stop());

    const openNamed = (name: string) => openDatabase({ databaseUrl: server.urlOf(name) });

    async function createTemplate(): Promise<void> {
      await server.createDatabase(TEMPLATE);
      const database = await openNamed(TEMPLATE);
      await prepareDatabase(database.kysely);
      await database.close();
    }

    tests(async (filling) => {
      const name = `test${++count}`;
      if (filling) {
        template ??= createTemplate();
        await template;
      }
      await server.createDatabase(name, filling && TEMPLATE);
      const database = await openNamed(name);
      opened.push(database);
      return database;
    }, "postgres");
  });
}
