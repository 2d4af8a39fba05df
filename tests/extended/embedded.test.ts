import { raceSuite, unlikeReferences } from "../contract/races.ts";
import { contractSuite } from "../contract/suite.ts";
import { topUpSuite } from "../contract/topUps.ts";
import { descriptors } from "../support/chosen.ts";
import { covering } from "../support/covering.ts";
import { openInMemory } from "../support/prepared.ts";

const open = () => openInMemory("accounts");
contractSuite("the embedded database", open, covering(descriptors));
// It has a single connection: what differs between references shows on a few.
raceSuite("pglite", open, unlikeReferences);
topUpSuite("pglite", open);
