import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import { buildPlatform } from "../src/platform/app.ts";
import type { AnyTables } from "../src/platform/db/tables.ts";
import { valueTypes } from "../src/platform/db/valueTypes.ts";
import { Api } from "../tests/support/api.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface LoadRequest {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  /** JSON-patch operations. */
  readonly body?: unknown;
}

/** By `GET /api/domains/1`. */
export type StatementsByRequest = Readonly<Record<string, readonly Statement[]>>;

interface CaptureOptions {
  readonly databaseUrl: string;
  readonly login: string;
  readonly password: string;
}

/** Sends the requests to a platform in this process and writes down what each asks of the database. */
export async function captureSql(
  { databaseUrl, login, password }: CaptureOptions,
  requests: readonly LoadRequest[],
): Promise<StatementsByRequest> {
  let noted: Statement[] = [];
  const kysely = new Kysely<AnyTables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, types: valueTypes, max: 10 }) }),
    log: ({ query: { sql, parameters } }) => {
      noted.push({ sql, parameters });
    },
  });
  const app = await buildPlatform({ database: { kysely } });
  const captured: Record<string, readonly Statement[]> = {};
  try {
    const api = await Api.login(app, login, password);
    // The first request with a token also looks up whose it is, which the following ones remember.
    await api.list("admins", { rows: 1 });
    for (const { method, path, body } of requests) {
      noted = [];
      const { status, text } = await api.request(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
      captured[`${method} ${path}`] = noted.filter(({ sql }) => !/^(?:begin|commit|select 1$)/i.test(sql));
    }
  } finally {
    await app.close();
    await kysely.destroy();
  }
  return captured;
}
