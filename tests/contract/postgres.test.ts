import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { descriptors } from "../support/chosen.ts";
import { covering } from "../support/covering.ts";
import { preparePlatform } from "../support/platform.ts";
import { startPostgres } from "../support/postgres.ts";
import { contractSuite } from "./suite.ts";

const server = await startPostgres();
afterAll(() => server.stop());

contractSuite(
  "PostgreSQL",
  async () => preparePlatform(await openDatabase({ databaseUrl: server.url })),
  covering(descriptors),
);
