// The baseline of the throughput figures: Fastify and pg with the platform's own statements, and no checks at all.
import fastify from "fastify";
import pg from "pg";

interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const [databaseUrl = "", plan = "{}"] = process.argv.slice(2);
const statements = JSON.parse(plan) as Readonly<Record<string, readonly Statement[]>>;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const app = fastify();

for (const [path, list] of Object.entries(statements)) {
  app.get(path, async () => {
    const results = await Promise.all(list.map(({ sql, parameters }) => pool.query(sql, [...parameters])));
    return { results: results.map(({ rows }) => rows) };
  });
}

app.patch("/update", async () => {
  const client = await pool.connect();
  try {
    await client.query("begin");
    for (const { sql, parameters } of statements.update ?? []) await client.query(sql, [...parameters]);
    await client.query("commit");
    return {};
  } finally {
    client.release();
  }
});

console.log(await app.listen({ port: 0, host: "127.0.0.1" }));
