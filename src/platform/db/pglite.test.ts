import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import { openDatabase } from "./engine.ts";
import { DatabaseUnavailableError, DataFolderInUseError } from "./errors.ts";
import { anyTables } from "./tables.ts";

const newFolder = () => mkdtempSync(join(tmpdir(), "patchbay-data-"));

afterAll(() => rmSync(started, { recursive: true, force: true }));

let dataDir: string;

/** A folder whose first start was interrupted, after the second: copied, as a cluster takes 4 s of CPU to make. */
const started = newFolder();
mkdirSync(join(started, "pglite.new"));
writeFileSync(join(started, "pglite.new", "PG_VERSION"), "");
const { close } = await openDatabase({ dataDir: started });
await close();
beforeEach(() => {
  dataDir = newFolder();
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

it("keeps data across restarts, and locks its folder while open", async () => {
  cpSync(started, dataDir, { recursive: true });
  const first = await openDatabase({ dataDir });
  await sql`create table t as select 1 as id`.execute(first.kysely);
  await expect(openDatabase({ dataDir })).rejects.toThrow(DataFolderInUseError);
  expect(await anyTables(first.kysely).selectFrom("t").selectAll().execute()).toEqual([{ id: 1 }]);
  await first.close();
  const second = await openDatabase({ dataDir });
  expect(await anyTables(second.kysely).selectFrom("t").selectAll().execute()).toEqual([{ id: 1 }]);
  await second.close();
});

it("starts over when its first start was interrupted", () => {
  expect(readdirSync(started).filter((name) => name !== "reserve")).toEqual(["pglite"]);
});

it("takes back the cluster that a killed restore had set aside", async () => {
  cpSync(started, dataDir, { recursive: true });
  const first = await openDatabase({ dataDir });
  await sql`create table kept (value integer)`.execute(first.kysely);
  await first.close();
  renameSync(join(dataDir, "pglite"), join(dataDir, "pglite.replaced"));
  const again = await openDatabase({ dataDir });
  expect((await sql`select from kept`.execute(again.kysely)).rows).toEqual([]);
  await again.close();
});

it("reports a folder that cannot be opened, and leaves it unlocked", async () => {
  mkdirSync(join(dataDir, "pglite", "PG_VERSION"), { recursive: true });
  await expect(openDatabase({ dataDir })).rejects.toThrow(DatabaseUnavailableError);
  expect(existsSync(join(dataDir, "lock"))).toBe(false);
  const file = join(dataDir, "file");
  writeFileSync(file, "");
  await expect(openDatabase({ dataDir: file })).rejects.toThrow(DatabaseUnavailableError);
});

it("says what it found in the place of a database", async () => {
  const cluster = join(dataDir, "pglite");
  writeFileSync(cluster, "");
  await expect(openDatabase({ dataDir })).rejects.toThrow(/ENOTDIR: .*pglite/);
  rmSync(cluster);
  mkdirSync(cluster);
  writeFileSync(join(cluster, "notes.txt"), "mine");
  await expect(openDatabase({ dataDir })).rejects.toThrow(/ENOENT: .*PG_VERSION/);
  expect(readdirSync(cluster)).toEqual(["notes.txt"]);
  writeFileSync(join(cluster, "PG_VERSION"), "garbage");
  await expect(openDatabase({ dataDir })).rejects.toThrow(/may be damaged .*patchbay restore/);
});
