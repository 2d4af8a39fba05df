import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { startPostgres } from "../support/postgres.ts";
import { raceSuite } from "./races.ts";

raceSuite("pglite", () => openDatabase({}));

const server = await startPostgres();
afterAll(() => server.stop());
raceSuite("postgres", () => openDatabase({ databaseUrl: server.url }));
