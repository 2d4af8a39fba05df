import { openPrepared } from "../support/prepared.ts";
import { isAll } from "../support/tiers.ts";
import { raceSuite, references, unlikeReferences } from "./races.ts";

raceSuite("postgres", () => openPrepared("accounts"), isAll ? references : unlikeReferences);
