import type { Kysely } from "kysely";
import { tables } from "../generated/tables.gen.ts";
import { loginAttemptTable } from "./auth/loginAttemptTable.ts";
import { passwordTables } from "./auth/passwordTables.ts";
import { certificateTable } from "./certificates/certificateTable.ts";
import { migrate } from "./db/migrate.ts";
import type { AnyTables } from "./db/tables.ts";
import { fileTable } from "./files/fileTable.ts";
import { journalTable } from "./journalTable.ts";
import { preferenceTable } from "./preferences/preferenceTable.ts";
import { serviceTable } from "./service/serviceTable.ts";

/** A database for the panel's own service alone, in front of a platform that has its own. */
export async function prepareServiceDatabase(db: Kysely<AnyTables>): Promise<void> {
  await migrate(db, [serviceTable], []);
}

/** Brings the database to the tables of this version, whatever it held before; nothing happens when it has them. */
export async function prepareDatabase(db: Kysely<AnyTables>): Promise<void> {
  await migrate(
    db,
    [
      ...[...tables, journalTable, loginAttemptTable, preferenceTable, certificateTable, serviceTable, fileTable],
      ...passwordTables,
    ],
    [],
  );
}
