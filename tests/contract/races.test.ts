import { isAll } from "../support/tiers.ts";
import { openPrepared } from "../support/prepared.ts";
import { raceSuite, references, unlikeReferences } from "./races.ts";

raceSuite("postgres", () => openPrepared("accounts"), isAll ? references : unlikeReferences);
