import type { Kysely } from "kysely";
import type { Tables } from "../generated/database.gen.ts";
import { tables } from "../generated/tables.gen.ts";
import { loginAttemptTable } from "./auth/loginAttemptTable.ts";
import { loginTokenTable } from "./auth/loginTokens.ts";
import { passwordTables } from "./auth/passwordTables.ts";
import { convertCallLists } from "./calls/convertCallLists.ts";
import { captureTable } from "./captures/captureTable.ts";
import { certificateTable } from "./certificates/certificateTable.ts";
import { migrate, planMigration } from "./db/migrate.ts";
import { fraudNoticeTable } from "./entities/fraudNoticeTable.ts";
import { fileTable } from "./files/fileTable.ts";
import { uploadChunkTable, uploadTable } from "./files/uploadTables.ts";
import { gapTable } from "./history/gaps.ts";
import { invoiceTables } from "./invoices/invoiceTables.ts";
import { jobTables } from "./jobs/jobTables.ts";
import { journalTable } from "./journalTable.ts";
import { nodeTables } from "./nodes/nodeTables.ts";
import { preferenceTable } from "./preferences/preferenceTable.ts";
import { fillModels } from "./provisioning/fillModels.ts";
import { redirectTable } from "./provisioning/redirect/redirectTable.ts";
import { provisioningTables } from "./provisioning/runTables.ts";
import { serviceTable } from "./service/serviceTable.ts";
import { taskTables } from "./tasks/taskTables.ts";

/** Of the panel's own service, in front of a platform with its own database. */
const serviceTables = [serviceTable];

const platformTables = [
  ...[...tables, journalTable, gapTable, loginAttemptTable, preferenceTable, certificateTable, serviceTable, fileTable],
  ...passwordTables,
  loginTokenTable,
  fraudNoticeTable,
  captureTable,
  uploadTable,
  uploadChunkTable,
  ...invoiceTables,
  ...provisioningTables,
  redirectTable,
  ...jobTables,
  ...taskTables,
  ...nodeTables,
];

const namesOf = (known: readonly { readonly name: string }[]) => [...new Set(known.map(({ name }) => name))];

/** The names of the tables that this version works with. */
export const tableNames = { service: namesOf(serviceTables), platform: namesOf(platformTables) };

/** The database of the panel's own service, in front of a platform with its own. */
export async function prepareServiceDatabase(db: Kysely<Tables>): Promise<void> {
  await migrate(db, serviceTables, []);
}

const extra = [convertCallLists, fillModels];

/**
 * Migrates the database to this version's tables, whatever it held before; a no-op when it has them. Returns what was
 * run.
 */
export async function prepareDatabase(db: Kysely<Tables>): Promise<readonly string[]> {
  return migrate(db, platformTables, extra);
}

/** What prepareDatabase would run. */
export async function planPreparation(db: Kysely<Tables>): Promise<readonly string[]> {
  return planMigration(db, platformTables, extra);
}
