import { type Database, type DatabaseSettings, openDatabase } from "../platform/db/engine.ts";
import { prepareDatabase, prepareServiceDatabase } from "../platform/prepareDatabase.ts";
import { demonstrationLogins, seedDemonstration } from "../platform/seed/demonstration.ts";

/** Opens the database of the panel's own service, in front of a platform that keeps everything else. */
export async function openServiceDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const database = await openDatabase(settings);
  await prepareServiceDatabase(database.kysely);
  return { database, logins: [] };
}

export interface OpenedDatabase {
  readonly database: Database;
  /** Logins of the demonstration data, shown while its passwords are the known ones. */
  readonly logins: readonly (readonly [login: string, password: string])[];
}

/** Opens the configured database, brings its tables up to date and fills an empty one with demonstration data. */
export async function openPlatformDatabase(settings: DatabaseSettings): Promise<OpenedDatabase> {
  const database = await openDatabase(settings);
  await prepareDatabase(database.kysely);
  await seedDemonstration(database);
  return { database, logins: await demonstrationLogins(database) };
}
