import { openPrepared } from "../support/prepared.ts";
import { contractSuite } from "./suite.ts";

contractSuite("PostgreSQL", () => openPrepared("accounts"));
