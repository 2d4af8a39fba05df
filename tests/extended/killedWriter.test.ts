import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openDatabase } from "../../src/platform/db/engine.ts";

const dataDir = mkdtempSync(join(tmpdir(), "patchbay-killed-"));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** Lets the writer acknowledge that many transactions, kills it during the next, and returns the ids. */
async function writeAndKill(count: number): Promise<number[]> {
  const writer = spawn(
    process.execPath,
    ["--import", "tsx", fileURLToPath(new URL("../../src/testing/pairWriter.ts", import.meta.url)), dataDir],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const gone = once(writer, "exit");
  const ids: number[] = [];
  for await (const line of createInterface(writer.stdout)) {
    ids.push(Number(line));
    if (ids.length === count) writer.kill("SIGKILL");
  }
  await gone;
  return ids;
}

it("keeps every acknowledged transaction, and no partial one, when killed", async () => {
  const acknowledged: number[] = [];
  // In the first transaction, in the midst of many, and after two recoveries.
  for (const count of [1, 150, 40]) {
    acknowledged.push(...(await writeAndKill(count)));
    expect(acknowledged.length).toBeGreaterThanOrEqual(count);
    const { kysely, close } = await openDatabase({ dataDir });
    const { rows } = await sql<{ id: number; whole: boolean }>`
      select coalesce(a.id, b.id) as id, a.done and b.id is not null as whole from a full join b using (id)`.execute(
      kysely,
    );
    await close();
    expect(rows.filter(({ whole }) => !whole)).toEqual([]);
    const stored = new Set(rows.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  }
});
