import { CompiledQuery, Kysely } from "kysely";
import pg from "pg";
import type { Tables } from "../../generated/database.gen.ts";
import { DatabaseUnavailableError } from "./errors.ts";
import { PreparingPostgres } from "./postgresDialect.ts";
import { type Replicas, watchReplicas } from "./replicas.ts";
import { watchStatements } from "./statementObserver.ts";
import type { Database } from "./tables.ts";
import { valueTypes } from "./valueTypes.ts";

/** Connections of a process to one server, unless the settings say otherwise. */
const CONNECTIONS = 10;

/** Opens a database on a PostgreSQL server. See openDatabase. */
export async function openPostgres(url: string, connections?: number): Promise<Database> {
  const database = connect(url, connections);
  try {
    await database.kysely.executeQuery(CompiledQuery.raw("select 1"));
  } catch (error) {
    await database.close();
    const reason = error instanceof Error && error.message !== "" ? error.message : "no answer";
    throw new DatabaseUnavailableError(`the PostgreSQL database ${address(url)} cannot be used: ${reason}`, {
      cause: error,
    });
  }
  return database;
}

/** Watches replicas of the database; those that cannot be reached yet are tried again and again. */
export function watchPostgresReplicas(urls: readonly string[], connections?: number): Replicas {
  return watchReplicas(urls.map((url) => ({ address: address(url), database: connect(url, connections) })));
}

/** Connects with the first statement. */
function connect(url: string, most = CONNECTIONS): Database {
  const pool = new pg.Pool({
    connectionString: url,
    types: valueTypes,
    max: most,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: "patchbay",
    // Date and time functions return the same as on the embedded engine. A connection that breaks here is discarded by
    // the pool; after Kysely's onCreateConnection it would keep its slot forever.
    onConnect: (client) => client.query("set time zone 'UTC'"),
  });
  // A broken connection is replaced when the next query needs one. The pool listens while a connection is idle, and
  // while it is used its queries fail, but between two of them an unhandled error would end the process.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const { log, onStatement } = watchStatements();
  const kysely = new Kysely<Tables>({ dialect: new PreparingPostgres(pool), log });
  const connections = () => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { used: totalCount - idle, idle, waiting };
  };
  return { kysely, engine: "postgres", onStatement, connections, close: () => kysely.destroy() };
}

/** Server and database without user and password. */
function address(url: string): string {
  if (!URL.canParse(url)) return "of DATABASE_URL";
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}
