import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Command } from "commander";
import { BackupError, type BackupHead, checkBackup, contentOf, headBytes, writeBackup } from "../backup/backupFile.ts";
import { dumpPostgres, restorePostgres } from "../backup/postgresTools.ts";
import { run } from "./run.ts";
import { type RunAlso, readOwnSettings, runTask } from "./runTask.ts";

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
        const head = await writeBackupOf(file);
        console.log(`${file}: ${head.bytes + headBytes} bytes, ${head.made}`);
      }),
    );
}

/**
 * Writes a backup, and notes for the System page how that ended, where possible: a backup counts even in a database that
 * this version has not been started on yet.
 */
async function noting(run: RunAlso, write: () => Promise<BackupHead>): Promise<BackupHead> {
  const note = (options: Record<string, string>) => run("noteBackup", options).catch(() => undefined);
  try {
    const head = await write();
    await note({ size: String(head.bytes + headBytes) });
    return head;
  } catch (error) {
    await note({});
    throw error;
  }
}

async function writeBackupOf(file: string): Promise<BackupHead> {
  const { databaseUrl } = readOwnSettings();
  if (databaseUrl !== undefined) {
    const { major, tables } = await lookAt(databaseUrl);
    if (tables === 0) throw new BackupError("the database of DATABASE_URL is empty: there is nothing to back up");
    const onServer: RunAlso = (name, options) => runTask(name, { database: "as-is", options });
    return noting(onServer, () => writeBackup(file, "postgres", dumpPostgres(databaseUrl, major)));
  }
  let head: BackupHead | undefined;
  await runTask("copyDatabase", {
    database: "as-is",
    use: async (answer, also) => {
      const { file: copy } = answer;
      if (copy) head = await noting(also, () => writeBackup(file, "pglite", copy));
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
  const { restorePglite } = await import("../../platform/db/pglite.ts");
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
  const { openDatabase } = await import("../../platform/db/engine.ts");
  const { sql } = await import("kysely");
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
