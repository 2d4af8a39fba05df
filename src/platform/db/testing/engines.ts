import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe } from "vitest";
import { type PostgresServer, startPostgres } from "../../../../tests/support/postgres.ts";
import { openDatabase } from "../engine.ts";
import type { Database } from "../tables.ts";

/** Runs the same tests on both engines; `open` provides an empty database, closed after the test. */
export function describeEngines(tests: (open: () => Promise<Database>, engine: Database["engine"]) => void): void {
  const opened: Database[] = [];
  const closeAll = async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
  };

  describe("pglite", () => {
    afterEach(closeAll);
    tests(async () => {
      const database = await openDatabase({});
      opened.push(database);
      return database;
    }, "pglite");
  });

  describe("postgres", () => {
    let server: PostgresServer;
    let count = 0;
    beforeAll(async () => {
      server = await startPostgres();
    }, 60_000);
    afterEach(closeAll);
    afterAll(() => server.stop());
    tests(async () => {
      const admin = await openDatabase({ databaseUrl: server.url });
      const name = `test${++count}`;
      await sql`create database ${sql.id(name)}`.execute(admin.kysely);
      await admin.close();
      const database = await openDatabase({ databaseUrl: server.url.replace(/postgres$/, name) });
      opened.push(database);
      return database;
    }, "postgres");
  });
}
