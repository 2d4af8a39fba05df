import { afterAll } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { firstOfEach, shapeOfField } from "../support/covering.ts";
import { startPostgres } from "../support/postgres.ts";
import { type ReferencePath, raceSuite, references } from "./races.ts";

/** What decides whether a reference keeps its target, and how. */
const shapeOfReference = ({ from, field, inner, target }: ReferencePath) =>
  [shapeOfField(field), inner !== undefined, from.remove.by, target.remove.by, from.hiddenWhen !== undefined].join();

// The embedded engine has a single connection: what differs between references shows on a few.
raceSuite("pglite", () => openDatabase({}), firstOfEach(shapeOfReference)(references));

const server = await startPostgres();
afterAll(() => server.stop());
raceSuite("postgres", () => openDatabase({ databaseUrl: server.url }), references);
