import { openInMemory, openPrepared } from "../support/prepared.ts";
import { raceSuite, references, unlikeReferences } from "./races.ts";

// The embedded engine has a single connection: what differs between references shows on a few.
raceSuite("pglite", () => openInMemory("accounts"), unlikeReferences);

raceSuite("postgres", () => openPrepared("accounts"), references);
