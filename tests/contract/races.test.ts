import { firstOfEach, shapeOfField } from "../support/covering.ts";
import { openInMemory, openPrepared } from "../support/prepared.ts";
import { type ReferencePath, raceSuite, references } from "./races.ts";

/** What decides whether a reference keeps its target, and how. */
const shapeOfReference = ({ from, field, inner, target }: ReferencePath) =>
  [shapeOfField(field), inner !== undefined, from.remove.by, target.remove.by, from.hiddenWhen !== undefined].join();

// The embedded engine has a single connection: what differs between references shows on a few.
raceSuite("pglite", () => openInMemory("accounts"), firstOfEach(shapeOfReference)(references));

raceSuite("postgres", () => openPrepared("accounts"), references);
