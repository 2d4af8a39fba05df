import { spawnSync } from "node:child_process";
import { appendFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { HttpClient } from "../support/httpClient.ts";
import { Machine, readBlocks } from "../support/operations.ts";
import { installedPostgres, startPostgres } from "../support/postgres.ts";
import { fillDatabase, serverOfRun } from "../support/prepared.ts";
import { copySeeded, type SeededData } from "../support/seeded.ts";

const blocks = readBlocks(fileURLToPath(new URL("../../docs/operations.md", import.meta.url)));
const missing = ["the internet", "PostgreSQL", "nginx"];

const sections = [...new Set(blocks.map(({ section }) => section))];
/** Where databases differ. */
const onBoth = ["Backup", "Restore"];
/** Other sections that restart the product do so on PostgreSQL if possible, which takes a third of the CPU. */
const onPostgres = sections.filter(
  (section) => onBoth.includes(section) || commandsOf(section).some((one) => /systemctl (?:re)?start /.test(one)),
);

let client: HttpClient;
afterAll(async () => {
  await machine.remove();
  await data?.remove();
});

/** The blocks below a heading that a test can run. */
function commandsOf(section: string): string[] {
  return blocks.filter((one) => one.section === section && one.needs === undefined).map(({ commands }) => commands);
}

/** Runs the blocks below a heading; what they print. */
async function follow(section: string): Promise<string> {
  const outputs: string[] = [];
  for (const commands of commandsOf(section)) outputs.push(await machine.run(commands));
  return outputs.join("");
}

/** Logs in as the document says: the first login asks for another password. */
async function changePassword(given: string, chosen: string): Promise<void> {
  const basic = Buffer.from(`administrator:${given}`).toString("base64");
  const answer = await fetch(`${machine.url}/api/passwordchange/`, {
    method: "POST",
    headers: { authorization: `Basic ${basic}`, "content-type": "application/json" },
    body: JSON.stringify({ new_password: chosen }),
  });
  expect(answer.status).toBe(204);
  client = await HttpClient.login(machine.url, "administrator", chosen);
}

const passwordIn = (output: string) => /^ +administrator {2}(\S+)$/m.exec(output)?.[1] ?? "";

async function write(email: string): Promise<void> {
  expect((await client.request("POST", "/api/systemcontacts/", { email })).status).toBe(201);
}
async function count(email: string): Promise<unknown> {
  return (await client.request("GET", `/api/systemcontacts/?email=${email}`)).body?.total_count;
}

/** What happens around a section: what the operator reads, and what others do meanwhile. */
const around: Readonly<Record<string, (run: () => Promise<string>) => Promise<void>>> = {
  Install: async (run) => expect(await run()).toMatch(/^\d+\.\d+\.\d+\n$/),
  "First start": async (run) => {
    const output = await run();
    expect(JSON.parse(output.slice(output.indexOf("{\n")))).toMatchObject({ ok: true });
    await changePassword(passwordIn(output), "Quiet-otter-31");
  },
  Backup: async (run) => {
    await write("before@example.org");
    expect(await run()).toMatch(/\/first: \d+ bytes/);
  },
  Restore: async (run) => {
    await write("after@example.org");
    expect(await run()).toContain("Restored ");
    expect([await count("before@example.org"), await count("after@example.org")]).toEqual([1, 0]);
  },
  Monitoring: async (run) => expect(await run()).toMatch(/^patchbay_build_info\{.*\} 1$/m),
  "Lost passwords": async (run) => {
    const output = await run();
    expect(output).toContain("administrator  system\n");
    await changePassword(passwordIn(output), "Loud-walrus-47");
  },
  Upgrade: async (run) => expect(await run()).toContain("0 statements, in one transaction; nothing was run"),
  Records: async (run) => expect(await run()).toMatch(/^1 stored, 0 refused\nThe journal is whole: \d+ entries/m),
};

/** Undefined: `pg_dump` fits neither the server of the run nor an installed one. */
const [machine, data] = await Promise.all([Machine.build(), databaseForTools()]);

async function followAll(followed: readonly string[]): Promise<void> {
  for (const section of followed) {
    const run = () => follow(section);
    await (around[section]?.(run) ?? run());
  }
}

it("works block by block as in docs/operations.md, on the embedded database", async () => {
  const needed = blocks.flatMap(({ needs }) => needs ?? []);
  expect([...new Set(needed)].sort()).toEqual([...missing].sort());
  for (const name of Object.keys(around)) expect(sections).toContain(name);
  await followAll(data ? sections.filter((one) => onBoth.includes(one) || !onPostgres.includes(one)) : sections);
});

it("works in the same way on PostgreSQL, where its client programs fit", async ({ skip }) => {
  if (data === undefined) return skip("pg_dump fits neither the server of the run nor an installed one");
  rmSync(join(machine.folder, "var/backups/patchbay"), { recursive: true });
  appendFileSync(join(machine.folder, "etc/patchbay/patchbay.env"), `DATABASE_URL='${data.databaseUrl}'\n`);
  const [first = "", ...others] = onPostgres;
  // It restarts the product, which then is on that database.
  await followAll([first]);
  client = await HttpClient.login(machine.url, "administrator", "Copper-Lantern-42!");
  await followAll(others);
  await machine.run("systemctl stop patchbay");
});

/** A database with the demonstration on a server that the installed `pg_dump` fits: the run's own, or an installed one. */
async function databaseForTools(): Promise<Pick<SeededData, "databaseUrl" | "remove"> | undefined> {
  const { stdout } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
  const [, found = "0"] = /\(PostgreSQL\) (\d+)/.exec(stdout ?? "") ?? [];
  if (Number(found) >= (await majorOf(serverOfRun().url))) return copySeeded("operations");
  const installed = installedPostgres();
  if (!installed) return undefined;
  const server = await startPostgres(installed);
  await fillDatabase(server.url, "demonstration");
  return { databaseUrl: server.url, remove: () => server.stop() };
}

async function majorOf(databaseUrl: string): Promise<number> {
  const { kysely, close } = await openDatabase({ databaseUrl });
  const { rows } = await sql<{ major: number }>`
    select current_setting('server_version_num')::integer / 10000 as major`.execute(kysely);
  await close();
  return rows[0]?.major ?? 0;
}
