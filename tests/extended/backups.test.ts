import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";
import { runPatchbay } from "../support/command.ts";
import { fingerprint } from "../support/fingerprint.ts";
import { HttpClient } from "../support/httpClient.ts";
import { installedPostgres, startPostgres } from "../support/postgres.ts";
import { fillDatabase } from "../support/prepared.ts";
import { copySeeded, copySeededFolder, type SeededData } from "../support/seeded.ts";
import { startServer } from "../support/server.ts";

/** The embedded database, which the running product holds while commands ask it. */
const folder = await copySeededFolder("backup");
const server = await startServer({ dataDir: folder });
const client = await HttpClient.login(server.url, "administrator", server.passwords.get("administrator") ?? "");
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

const run = (args: readonly string[]) => runPatchbay(args, { DATA_DIR: folder });
const contents = async (databaseUrl: string) => {
  const { kysely, close } = await openDatabase({ databaseUrl });
  return fingerprint(kysely).finally(close);
};

it("backs up while others write, and restores every write that was acknowledged before", async () => {
  const backup = join(folder, "backup");
  let isOver = false;
  let acknowledged = 0;
  const write = async () => {
    while (!isOver) {
      const email = `write${acknowledged + 1}@example.org`;
      expect((await client.request("POST", "/api/systemcontacts/", { email })).status).toBe(201);
      acknowledged++;
    }
  };
  const writing = write();
  while (acknowledged < 20) await client.request("GET", "/api/systemcontacts/?rows=1");
  const before = acknowledged;
  const made = await run(["backup", backup]);
  expect(made).toMatchObject({ code: 0, complaints: "" });
  isOver = true;
  await writing;
  expect((await client.request("POST", "/api/systemcontacts/", { email: "late@example.org" })).status).toBe(201);
  expect((await stat(backup)).mode & 0o077).toBe(0);
  expect((await run(["restore", backup, "--overwrite"])).complaints).toMatch(/in use by process \d+/);
  await server.stop();

  expect((await run(["restore", backup])).complaints).toMatch(/is not empty: --overwrite replaces/);
  const bytes = await readFile(backup);
  const spoil = async (change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes);
    change(copy);
    await writeFile(`${backup}.spoilt`, copy);
    return (await run(["restore", `${backup}.spoilt`, "--overwrite"])).complaints;
  };
  expect(await spoil((copy) => copy.writeUInt8(copy.readUInt8(5000) ^ 1, 5000))).toMatch(/is damaged/);
  expect(await spoil((copy) => copy.write("{}"))).toMatch(/is no backup of Patchbay/);
  const newer = await spoil((copy) =>
    copy.write(copy.toString("utf8", 0, 200).replace(/"version":"0/, '"version":"9')),
  );
  expect(newer).toMatch(/made by version 9\.\S+, and this is version 0\./);
  const elsewhere = { DATABASE_URL: "postgres://127.0.0.1:1/none", DATA_DIR: folder };
  const { complaints } = await runPatchbay(["restore", backup, "--overwrite"], elsewhere);
  expect(complaints).toMatch(/is of the embedded database, and this is a PostgreSQL database/);

  expect(await run(["restore", backup, "--overwrite"])).toMatchObject({ code: 0, complaints: "" });
  // Commands open the database themselves while nobody holds it.
  expect((await run(["check"])).code).toBe(0);
  const exported = await run(["export", "systemcontacts"]);
  expect(exported).toMatchObject({ code: 0, output: expect.stringContaining(`write${before}@example.org`) });
  expect(exported.output).not.toContain("late@example.org");
});

it("backs up PostgreSQL with its own tools, or says which are missing", async () => {
  const data: SeededData = await copySeeded("cli");
  try {
    const env = { DATABASE_URL: data.databaseUrl, DATA_DIR: data.folder };
    const without = await runPatchbay(["backup", join(data.folder, "none")], { ...env, PATH: "/nowhere" });
    expect(without.complaints).toMatch(/^pg_dump is not installed: install the client programs of PostgreSQL \d+/);
    const old = join(data.folder, "pg_dump");
    await writeFile(old, "#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1 (Debian 9.6.1-1)'\n", { mode: 0o700 });
    const outdated = await runPatchbay(["backup", join(data.folder, "none")], {
      ...env,
      PATH: `${data.folder}:/usr/bin:/bin`,
    });
    expect(outdated.complaints).toMatch(/^pg_dump is of version 9, and the server of version \d+/);
  } finally {
    await data.remove();
  }
});

it("restores a backup of a PostgreSQL server of the version of the installed programs", async ({ skip }) => {
  const installed = installedPostgres();
  if (!installed) return skip("no server is installed that pg_dump fits");
  const postgres = await startPostgres(installed);
  try {
    const from = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, "none") };
    const to = { ...from, DATABASE_URL: postgres.urlOf("restored") };
    await postgres.createDatabase("restored");
    await fillDatabase(postgres.url, "demonstration");
    const backup = join(folder, "postgres");
    const before = await contents(postgres.url);
    expect(await runPatchbay(["backup", backup], from)).toMatchObject({ code: 0, complaints: "" });
    expect(await runPatchbay(["restore", backup], to)).toMatchObject({ code: 0, complaints: "" });
    expect(await contents(to.DATABASE_URL)).toEqual(before);
    expect(await runPatchbay(["check"], to)).toMatchObject({ code: 0 });
  } finally {
    await postgres.stop();
  }
});
