import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { firstOfEach, shapeOfField } from "../support/covering.ts";
import { preparePlatform } from "../support/platform.ts";
import { startPostgres } from "../support/postgres.ts";
import { openPrepared } from "../support/prepared.ts";
import { type ReferencePath, raceSuite, references } from "./races.ts";

/** What decides whether a reference keeps its target, and how. */
const shapeOfReference = ({ from, field, inner, target }: ReferencePath) =>
  [shapeOfField(field), inner !== undefined, from.remove.by, target.remove.by, from.hiddenWhen !== undefined].join();

// The embedded engine has a single connection: what differs between references shows on a few.
raceSuite("pglite", () => openPrepared("accounts"), firstOfEach(shapeOfReference)(references));

const server = await startPostgres();
afterAll(() => server.stop());
raceSuite("postgres", async () => preparePlatform(await openDatabase({ databaseUrl: server.url })), references);
