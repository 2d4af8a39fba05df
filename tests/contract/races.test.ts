import { openPrepared } from "../support/prepared.ts";
import { raceSuite, references } from "./races.ts";

raceSuite("postgres", () => openPrepared("accounts"), references);
