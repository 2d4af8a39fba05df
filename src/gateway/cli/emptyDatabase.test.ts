import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, expect, it, vi } from "vitest";
import { openOnServer, templateOfRun } from "../../../tests/support/prepared.ts";
import { runProgram } from "./program.ts";

const folder = await mkdtemp(join(tmpdir(), "patchbay-empty-"));
const file = join(folder, "file");
await writeFile(file, "");
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What a command prints, and its exit code. */
async function run(words: string, environment: Readonly<Record<string, string>>) {
  const lines: string[] = [];
  for (const stream of ["log", "error"] as const)
    vi.spyOn(console, stream).mockImplementation((line: string) => void lines.push(line));
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  await runProgram(words.replace("FILE", file).split(" "), { from: "user" });
  const code = process.exitCode;
  process.exitCode = undefined;
  return { code, lines };
}

const commands = [
  "admin list",
  "admin create ada",
  "admin reset-password administrator",
  "admin unban administrator",
  "export customers",
  "import calllistsuppressions FILE",
  "journal verify",
  "backup --overwrite FILE",
];

it("commands other than a start make no database where there is none", async () => {
  const dataDir = join(folder, "none");
  for (const words of [...commands, "migrate --dry-run"]) {
    const { code, lines } = await run(words, { DATA_DIR: dataDir });
    expect([words, code, lines]).toEqual([
      words,
      1,
      [`there is no database in ${dataDir} yet: the first start creates it`],
    ]);
  }
  const { code, lines } = await run("check", { DATA_DIR: dataDir });
  expect([code, lines[1]]).toEqual([1, expect.stringMatching(/^WRONG {2}database: there is no database in /)]);
  expect(existsSync(dataDir)).toBe(false);
});

it("commands other than a start do not fill an empty database of a server", async () => {
  const { url, kysely, close } = await openOnServer();
  try {
    for (const words of commands) {
      const { code, lines } = await run(words, { DATABASE_URL: url, DATA_DIR: folder });
      expect([words, code, lines]).toEqual([words, 1, [expect.stringMatching(/^the database .*is empty: /)]]);
    }
    const { rows } = await sql`select 1 from pg_tables where schemaname = 'public'`.execute(kysely);
    expect(rows).toEqual([]);
  } finally {
    await close();
  }
});

it("commands other than a start do not bring tables to their version", async () => {
  const { url, kysely, close } = await openOnServer(await templateOfRun("accounts"));
  try {
    const environment = { DATABASE_URL: url, DATA_DIR: folder };
    expect(await run("admin list", environment)).toMatchObject({ code: undefined });
    // As an older version had left them.
    await sql`alter table contacts drop column firstname`.execute(kysely);
    await sql`update pb_settings set value = 'older' where name = 'schema_fingerprint'`.execute(kysely);
    const { code, lines } = await run("admin list", environment);
    expect([code, lines]).toEqual([1, [expect.stringMatching(/^the tables are not of this version \(\d+ statement/)]]);
  } finally {
    await close();
  }
});
