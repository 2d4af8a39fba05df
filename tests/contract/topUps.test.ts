import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { startPostgres } from "../support/postgres.ts";
import { topUpSuite } from "./topUps.ts";

topUpSuite("pglite", () => openDatabase({}));

const server = await startPostgres();
afterAll(() => server.stop());
topUpSuite("postgres", () => openDatabase({ databaseUrl: server.url }));
