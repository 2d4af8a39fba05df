import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { sql } from "kysely";
import { openDatabase } from "../../platform/db/engine.ts";
import { restorePglite } from "../../platform/db/pglite.ts";
import { BackupError, type BackupHead, checkBackup, contentOf, headBytes, writeBackup } from "../backup/backupFile.ts";
import { dumpPostgres, restorePostgres } from "../backup/postgresTools.ts";
import { run } from "./run.ts";
import { readOwnSettings, runTask } from "./runTask.ts";

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
    .action(
      run(async (name: string, { overwrite }: { readonly overwrite?: boolean }) => {
        const file = resolve(name);
        if (existsSync(file) && !overwrite) throw new BackupError(`${file} exists already: --overwrite replaces it`);
        const head = await writeBackupOf(file).catch(async (error: unknown) => {
          await note();
          throw error;
        });
        await note(head.bytes + headBytes);
        console.log(`${file}: ${head.bytes + headBytes} bytes, ${head.made}`);
      }),
    );
}

/** A backup counts even where it cannot be noted: in a database that this version has not been started on yet. */
async function note(size?: number): Promise<void> {
  const options: Record<string, string> = size === undefined ? {} : { size: String(size) };
  await runTask("noteBackup", { database: "as-is", options }).catch(() => undefined);
}

async function writeBackupOf(file: string): Promise<BackupHead> {
  const { databaseUrl } = readOwnSettings();
  if (databaseUrl !== undefined) {
    const { major } = await lookAt(databaseUrl);
    return writeBackup(file, "postgres", dumpPostgres(databaseUrl, major));
  }
  let head: BackupHead | undefined;
  await runTask("copyDatabase", {
    database: "as-is",
    use: async (answer) => {
      if (answer.file) head = await writeBackup(file, "pglite", answer.file);
    },
  });
  if (!head) throw new BackupError("nothing was written");
  return head;
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
    .action(
      run(async (name: string, { overwrite = false }: { readonly overwrite?: boolean }) => {
        const file = resolve(name);
        const head = await checkBackup(file);
        const { databaseUrl, dataDir } = readOwnSettings();
        const engine = databaseUrl === undefined ? "pglite" : "postgres";
        if (head.engine !== engine)
          throw new BackupError(`${file} is of ${named[head.engine]}, and this is ${named[engine]}`);
        if (databaseUrl === undefined) await restoreEmbedded(dataDir, file, overwrite);
        else await restoreServer(databaseUrl, file, overwrite);
        console.log(`Restored ${file}, made ${head.made} by version ${head.version}.`);
      }),
    );
}

const named = { pglite: "the embedded database", postgres: "a PostgreSQL database" };

const notEmpty = (place: string) =>
  new BackupError(`the database ${place} is not empty: --overwrite replaces what it holds`);

async function restoreEmbedded(dataDir: string, file: string, overwrite: boolean): Promise<void> {
  if (existsSync(join(dataDir, "pglite")) && !overwrite) throw notEmpty(`in ${dataDir}`);
  await restorePglite(dataDir, new Blob([(await readFile(file)).subarray(headBytes)]));
}

async function restoreServer(databaseUrl: string, file: string, overwrite: boolean): Promise<void> {
  const { major, tables, others } = await lookAt(databaseUrl);
  if (tables > 0 && !overwrite) throw notEmpty("of DATABASE_URL");
  if (others > 0) throw new BackupError("a running Patchbay is connected to this database: stop it first");
  await restorePostgres(databaseUrl, major, contentOf(file));
}

/** The server's major version, the tables in its database, and connections of running products. */
async function lookAt(databaseUrl: string) {
  const { kysely, close } = await openDatabase({ databaseUrl });
  try {
    const { rows } = await sql<{ major: number; tables: number; others: number }>`
      select current_setting('server_version_num')::integer / 10000 as major,
        (select count(*)::integer from pg_tables where schemaname = current_schema()) as tables,
        (select count(*)::integer from pg_stat_activity
          where datname = current_database() and application_name = 'patchbay' and pid <> pg_backend_pid()) as others`.execute(
      kysely,
    );
    return rows[0] ?? { major: 0, tables: 0, others: 0 };
  } finally {
    await close();
  }
}
