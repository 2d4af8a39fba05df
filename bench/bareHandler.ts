// Baseline for the throughput benchmark: Fastify and pg with the platform's own statements and no checks. Arguments:
// database URL, file of statements by method and path. Prints its URL and runs until it is stopped.
import { readFileSync } from "node:fs";
import fastify from "fastify";
import pg from "pg";
import type { Statement, StatementsByRequest } from "./captureSql.ts";

const [databaseUrl = "", file = ""] = process.argv.slice(2);
const statements = JSON.parse(readFileSync(file, "utf8")) as StatementsByRequest;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const app = fastify();
app.addContentTypeParser(
  "application/json-patch+json",
  { parseAs: "string" },
  app.getDefaultJsonParser("error", "error"),
);

app.get("/api/*", async ({ url }) => {
  const results = await Promise.all(statementsOf(`GET ${url}`).map((statement) => query(pool, statement)));
  return { results: results.map(({ rows }) => rows) };
});

app.patch("/api/*", async ({ url }, reply) => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const statement of statementsOf(`PATCH ${url}`)) await query(client, statement);
    await client.query("commit");
    return reply.code(204).send();
  } finally {
    client.release();
  }
});

function statementsOf(request: string): readonly Statement[] {
  const found = statements[request];
  if (!found) throw new Error(`no statements for ${request}`);
  return found;
}

function query(to: pg.Pool | pg.PoolClient, { sql, parameters }: Statement): Promise<pg.QueryResult> {
  return to.query(sql, [...parameters]);
}

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
