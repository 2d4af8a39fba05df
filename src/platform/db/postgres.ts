import { CompiledQuery, Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "./engine.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import type { AnyTables } from "./tables.ts";
import { valueTypes } from "./valueTypes.ts";

/** Opens a PostgreSQL server's database. See openDatabase. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    types: valueTypes,
    max: 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "patchbay",
  });
  // A connection that breaks while nobody uses it is replaced when the next query needs one.
  pool.on("error", () => undefined);
  const kysely = new Kysely<AnyTables>({
    dialect: new PostgresDialect({
      pool,
      // Functions of date and time give the same as on the embedded engine.
      onCreateConnection: async (connection) => {
        await connection.executeQuery(CompiledQuery.raw("set time zone 'UTC'"));
      },
    }),
  });
  try {
    await kysely.executeQuery(CompiledQuery.raw("select 1"));
  } catch (error) {
    await kysely.destroy();
    const reason = error instanceof Error && error.message !== "" ? error.message : "no answer";
    throw new DatabaseUnavailableError(`the PostgreSQL database ${address(url)} can not be used: ${reason}`, {
      cause: error,
    });
  }
  return { kysely, engine: "postgres", close: () => kysely.destroy() };
}

/** Server and database without user and password. */
function address(url: string): string {
  if (!URL.canParse(url)) return "of DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
