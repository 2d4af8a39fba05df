import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import {
  BackupError,
  type BackupHeader,
  checkBackup,
  HEADER_BYTES,
  readContent,
  writeBackup,
} from "../backup/backupFile.ts";
import { dumpPostgres, restorePostgres } from "../backup/postgresTools.ts";
import { type RunFurtherTask, readOwnSettings, runTask, withDatabase } from "./runTask.ts";

const contents = `
The file holds the whole database: all records with their files, the journal, accounts, sessions, and the keys that sign
tokens and certificates. So it is as secret as the platform itself; only its owner can read it. Not in it: settings,
which are the environment's, and DATA_DIR/outbox.`;

export function backupCommand(): Command {
  return new Command("backup")
    .description("write a consistent copy of the database to a file, while the product runs")
    .argument("<file>")
    .option("--overwrite", "replace the file if it exists")
    .addHelpText("after", `${contents}\n\nExample:\n  patchbay backup /var/backups/patchbay-$(date +%F)`)
    .action(async (name: string, { overwrite }: { readonly overwrite?: boolean }) => {
      const file = resolve(name);
      if (existsSync(file) && !overwrite) throw new BackupError(`${file} exists already: --overwrite replaces it`);
      const header = await backUpDatabase(file);
      console.log(`${file}: ${header.bytes + HEADER_BYTES} bytes, ${header.made}`);
    });
}

/**
 * Writes a backup, and notes for the System page how that ended, where possible: a backup counts even in a database that
 * this version has not been started on yet.
 */
async function withBackupRecord(run: RunFurtherTask, write: () => Promise<BackupHeader>): Promise<BackupHeader> {
  const record = (options: { readonly size?: string }) => run("noteBackup", options).catch(() => undefined);
  try {
    const header = await write();
    await record({ size: String(header.bytes + HEADER_BYTES) });
    return header;
  } catch (error) {
    await record({});
    throw error;
  }
}

async function backUpDatabase(file: string): Promise<BackupHeader> {
  const { databaseUrl } = readOwnSettings();
  if (databaseUrl !== undefined) {
    const { major, tables } = await inspectServer(databaseUrl);
    if (tables === 0) throw new BackupError("the database of DATABASE_URL is empty: there is nothing to back up");
    const runOnServer: RunFurtherTask = (name, options) => runTask(name, { database: "as-is", options });
    return withBackupRecord(runOnServer, () => writeBackup(file, "postgres", dumpPostgres(databaseUrl, major)));
  }
  let header: BackupHeader | undefined;
  await runTask("copyDatabase", {
    database: "as-is",
    use: async (result, runAlso) => {
      const { file: copy } = result;
      if (copy) header = await withBackupRecord(runAlso, () => writeBackup(file, "pglite", copy));
    },
  });
  if (!header) throw new BackupError("nothing was written");
  return header;
}

export function restoreCommand(): Command {
  return new Command("restore")
    .description("replace the database by a backup; the product has to be stopped")
    .argument("<file>")
    .option("--overwrite", "replace a database that is not empty: what it holds is lost")
    .addHelpText(
      "after",
      "\nThe file is checked before anything is changed. A backup of an older version is migrated at the next start.\n\n" +
        "Example:\n  patchbay restore /var/backups/patchbay-2030-01-31 --overwrite",
    )
    .action(async (name: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
      const file = resolve(name);
      const header = await checkBackup(file);
      const { databaseUrl, dataDir } = readOwnSettings();
      const engine = databaseUrl === undefined ? "pglite" : "postgres";
      if (header.engine !== engine)
        throw new BackupError(`${file} is of ${engineNames[header.engine]}, and this is ${engineNames[engine]}`);
      if (databaseUrl === undefined) await restoreEmbedded(dataDir, file, overwrite);
      else await restoreServer(databaseUrl, file, overwrite);
      console.log(`Restored ${file}, made ${header.made} by version ${header.version}.`);
    });
}

const engineNames = { pglite: "the embedded database", postgres: "a PostgreSQL database" };

const notEmptyError = (location: string) =>
  new BackupError(`the database ${location} is not empty: --overwrite replaces what it holds`);

async function restoreEmbedded(dataDir: string, file: string, overwrite: boolean): Promise<void> {
  if (existsSync(join(dataDir, "pglite")) && !overwrite) throw notEmptyError(`in ${dataDir}`);
  const { restorePglite } = await import("../../platform/db/pglite.ts");
  await restorePglite(dataDir, new Blob([(await readFile(file)).subarray(HEADER_BYTES)]));
}

async function restoreServer(databaseUrl: string, file: string, overwrite: boolean): Promise<void> {
  const { major, tables, others } = await inspectServer(databaseUrl);
  if (tables > 0 && !overwrite) throw notEmptyError("of DATABASE_URL");
  if (others > 0) throw new BackupError("a running Patchbay is connected to this database: stop it first");
  await restorePostgres(databaseUrl, major, readContent(file));
}

/** The server's major version, the tables in its database, and connections of running products. */
async function inspectServer(databaseUrl: string) {
  const { sql } = await import("kysely");
  return withDatabase({ databaseUrl }, async ({ kysely }) => {
    const { rows } = await sql<{ major: number; tables: number; others: number }>`
      select current_setting('server_version_num')::integer / 10000 as major,
        (select count(*)::integer from pg_tables where schemaname = current_schema()) as tables,
        (select count(*)::integer from pg_stat_activity
          where datname = current_database() and application_name = 'patchbay' and pid <> pg_backend_pid()) as others`.execute(
      kysely,
    );
    return rows[0] ?? { major: 0, tables: 0, others: 0 };
  });
}
