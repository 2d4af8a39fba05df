import { contractSuite } from "../contract/suite.ts";
import { descriptors } from "../support/chosen.ts";
import { covering } from "../support/covering.ts";
import { openInMemory } from "../support/prepared.ts";

contractSuite("the embedded database", () => openInMemory("accounts"), covering(descriptors));
