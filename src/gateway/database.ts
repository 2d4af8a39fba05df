import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tables } from "../generated/tables.gen.ts";
import { type Database, openDatabase } from "../platform/db/engine.ts";
import { migratePlatform } from "../platform/db/migratePlatform.ts";
import { demonstrationLogins, seedDemonstration } from "../platform/seed/demonstration.ts";
import type { Settings } from "./settings.ts";

export interface OpenedDatabase {
  readonly database: Database;
  /** Logins of the demonstration data, shown while its passwords are the known ones. */
  readonly logins: readonly (readonly [login: string, password: string])[];
}

/** Opens the configured database, brings its tables up to date and fills an empty one with demonstration data. */
export async function openPlatformDatabase(settings: Pick<Settings, "dataDir" | "databaseUrl">): Promise<OpenedDatabase> {
  if (!settings.databaseUrl) mkdirSync(settings.dataDir, { recursive: true });
  const database = await openDatabase(
    settings.databaseUrl ? { databaseUrl: settings.databaseUrl } : { dataDir: join(settings.dataDir, "database") },
  );
  await migratePlatform(database, tables);
  await seedDemonstration(database);
  return { database, logins: await demonstrationLogins(database) };
}
