import { afterAll } from "vitest";
import { resources } from "../../src/generated/all.gen.ts";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { covering } from "../support/covering.ts";
import { startPostgres } from "../support/postgres.ts";
import { contractSuite } from "./suite.ts";

const server = await startPostgres();
afterAll(() => server.stop());

const descriptors = Object.values(resources).map(({ descriptor }) => descriptor);
contractSuite("PostgreSQL", () => openDatabase({ databaseUrl: server.url }), covering(descriptors));
