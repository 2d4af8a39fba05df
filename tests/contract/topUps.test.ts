import { openPrepared } from "../support/prepared.ts";
import { topUpSuite } from "./topUps.ts";

topUpSuite("postgres", () => openPrepared("accounts"));
