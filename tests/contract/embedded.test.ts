import { openDatabase } from "../../src/platform/db/engine.ts";
import { contractSuite } from "./suite.ts";

contractSuite("the embedded database", () => openDatabase({}));
