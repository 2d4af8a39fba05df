import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { preparePlatform } from "../support/platform.ts";
import { startPostgres } from "../support/postgres.ts";
import { openPrepared } from "../support/prepared.ts";
import { topUpSuite } from "./topUps.ts";

topUpSuite("pglite", () => openPrepared("accounts"));

const server = await startPostgres();
afterAll(() => server.stop());
topUpSuite("postgres", async () => preparePlatform(await openDatabase({ databaseUrl: server.url })));
