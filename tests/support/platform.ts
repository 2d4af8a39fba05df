import type { Database } from "../../src/platform/db/tables.ts";
import { prepareDatabase } from "../../src/platform/prepareDatabase.ts";
import { hashCheaply } from "../../src/platform/secrets.ts";
import { seedDemonstration } from "../../src/platform/seed/demonstration.ts";
import { insertAccounts } from "./accounts.ts";

/** The demo reseller of the test accounts with reseller roles; not the platform's own. */
export const TEST_RESELLER = 2;

/** Creates tables, demo data and one account per role in an empty database. */
export async function preparePlatform(database: Database): Promise<Database> {
  hashCheaply();
  await prepareDatabase(database.kysely);
  await seedDemonstration(database);
  await insertAccounts(database.kysely, TEST_RESELLER);
  return database;
}
