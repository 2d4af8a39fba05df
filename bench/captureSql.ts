import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Tables } from "../src/generated/database.gen.ts";
import { buildPlatform } from "../src/platform/app.ts";
import { valueTypes } from "../src/platform/db/valueTypes.ts";
import { Api } from "../tests/support/api.ts";

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

export interface LoadRequest {
  readonly method: "GET" | "PATCH";
  readonly path: string;
  /** JSON Patch operations. */
  readonly body?: unknown;
}

/** Keys such as `GET /api/domains/1`. */
export type StatementsByRequest = Readonly<Record<string, readonly Statement[]>>;

interface CaptureOptions {
  readonly databaseUrl: string;
  readonly login: string;
  readonly password: string;
}

/** Sends the requests to an in-process platform and records the SQL of each. */
export async function captureSql(
  { databaseUrl, login, password }: CaptureOptions,
  requests: readonly LoadRequest[],
): Promise<StatementsByRequest> {
  let recorded: Statement[] = [];
  const kysely = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, types: valueTypes, max: 10 }) }),
    log: ({ query: { sql, parameters } }) => {
      recorded.push({ sql, parameters });
    },
  });
  const database = { kysely, engine: "postgres", connections: () => ({ used: 0, idle: 0, waiting: 0 }) } as const;
  const app = await buildPlatform({ database });
  const captured: Record<string, readonly Statement[]> = {};
  try {
    const api = await Api.login(app, login, password);
    // The first request with a token loads its owner, which is cached afterwards.
    await api.list("admins", { rows: 1 });
    for (const { method, path, body } of requests) {
      recorded = [];
      const { status, text } = await api.request(method, path, body);
      if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
      captured[`${method} ${path}`] = recorded.filter(({ sql }) => !/^(?:begin|commit|select 1$)/i.test(sql));
    }
  } finally {
    await app.close();
    await kysely.destroy();
  }
  return captured;
}
