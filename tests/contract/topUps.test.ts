import { openInMemory, openPrepared } from "../support/prepared.ts";
import { topUpSuite } from "./topUps.ts";

topUpSuite("pglite", () => openInMemory("accounts"));
topUpSuite("postgres", () => openPrepared("accounts"));
