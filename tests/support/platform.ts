import type { Database } from "../../src/platform/db/engine.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { seedDemonstration } from "../../src/platform/seed/demonstration.ts";
import { insertAccounts } from "./accounts.ts";

/** The reseller that reseller roles of the tests belong to: one of the demonstration's, not the platform's own. */
export const TEST_RESELLER = 2;

/** Tables, demonstration data and one account a role. */
export async function preparePlatform(database: Database): Promise<void> {
  await prepareDatabase(database.kysely);
  await seedDemonstration(database);
  await insertAccounts(database.kysely, TEST_RESELLER);
}
