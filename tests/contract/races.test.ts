import { isAll } from "../support/chosen.ts";
import { openPrepared } from "../support/prepared.ts";
import { raceSuite, references, unlikeReferences } from "./races.ts";

raceSuite("postgres", () => openPrepared("accounts"), isAll ? references : unlikeReferences);
