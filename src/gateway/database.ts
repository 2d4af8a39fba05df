import { readFile } from "node:fs/promises";
import { loadCommonPasswords } from "../core/validation/commonPasswords.ts";
import { generatePassword } from "../core/validation/generatePassword.ts";
import { passwordViolations } from "../core/validation/passwordPolicy.ts";
import { type DatabaseSettings, openDatabase } from "../platform/db/engine.ts";
import { watchPostgresReplicas } from "../platform/db/postgres.ts";
import type { Database } from "../platform/db/tables.ts";
import {
  demonstrationLogins,
  FIRST_LOGIN,
  seedDemonstration,
  seedFirstSuperuser,
} from "../platform/seed/demonstration.ts";
import { prepareDatabase, prepareServiceDatabase } from "../platform/seed/prepareDatabase.ts";
import { isLoopback, SettingError, type Settings } from "./settings.ts";

/** Opens the database of the panel's own service, in front of a platform that stores everything else. */
export async function openServiceDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const database = await openDatabase(settings);
  await prepareServiceDatabase(database.kysely);
  return { database, logins: [] };
}

/** Undefined where there are none. One that cannot be reached is tried again and again. */
export function openReplicas({ replicaUrls, databasePool }: Pick<Settings, "replicaUrls" | "databasePool">) {
  return replicaUrls.length > 0 ? watchPostgresReplicas(replicaUrls, databasePool) : undefined;
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Logins of the demonstration data, shown while their passwords are the well-known ones. */
  readonly logins: readonly (readonly [login: string, password: string])[];
}

type FillSettings = Pick<Settings, "host" | "hasDemonstration" | "isDemonstrationWanted"> &
  Partial<Pick<Settings, "adminPasswordFile">>;

export async function openPlatformDatabase(settings: DatabaseSettings & FillSettings): Promise<OpenedDatabase> {
  const database = await openDatabase(settings);
  try {
    return { database, logins: await fillPlatformDatabase(database, settings) };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/**
 * Migrates the database and fills an empty one: with the demonstration, or with the minimum of a platform and one
 * superuser. Returns the logins with well-known passwords; refuses to expose those to a network unless configured.
 */
export async function fillPlatformDatabase(
  database: Database,
  settings: FillSettings,
): Promise<OpenedDatabase["logins"]> {
  await prepareDatabase(database.kysely);
  if (settings.hasDemonstration) await seedDemonstration(database);
  else await makeFirstSuperuser(database, settings.adminPasswordFile);
  const logins = await demonstrationLogins(database);
  if (logins.length === 0 || settings.isDemonstrationWanted || isLoopback(settings.host)) return logins;
  throw new SettingError(
    `HOST is ${settings.host}, and everybody knows the passwords of the demonstration in this database: ` +
      "use another database, or write DEMO=1 if that is what you want",
  );
}

/** Prints the password at once: whatever fails after this, nobody could retrieve it. */
async function makeFirstSuperuser(database: Database, passwordFile: string | undefined): Promise<void> {
  const random = passwordFile === undefined ? generatePassword() : undefined;
  const isMade = await seedFirstSuperuser(database, async () => random ?? readPassword(String(passwordFile)));
  if (!isMade || random === undefined) return;
  const about = "First superuser, shown this once; the first login asks for another password:";
  console.log(`\n  ${about}\n    ${FIRST_LOGIN}  ${random}`);
}

/** The first line of a file. Never logged, not even when it is refused. */
async function readPassword(path: string): Promise<string> {
  const text = await readFile(path, "utf8").catch((cause: Error) => {
    throw new SettingError(`ADMIN_PASSWORD_FILE cannot be read: ${cause.message}`);
  });
  const password = text.split(/\r?\n/, 1)[0] ?? "";
  const violations = passwordViolations(password, { username: FIRST_LOGIN, isCommon: await loadCommonPasswords() });
  if (violations.length === 0) return password;
  const rules = violations.map(({ rule }) => rule).join(", ");
  throw new SettingError(`ADMIN_PASSWORD_FILE has a password that breaks these rules: ${rules}`);
}
