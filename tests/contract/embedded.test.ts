import { openPrepared } from "../support/prepared.ts";
import { contractSuite } from "./suite.ts";

contractSuite("the embedded database", () => openPrepared("accounts"));
