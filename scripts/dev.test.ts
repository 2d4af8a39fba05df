import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { freePort } from "../tests/support/postgres.ts";
import { isAll } from "../tests/support/tiers.ts";
import { root } from "./toolchain.mjs";

const folder = mkdtempSync(join(tmpdir(), "patchbay-dev-"));
const started: number[] = [];

afterEach(() => {
  for (const pid of started.splice(0).filter(isAlive)) process.kill(pid, "SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command until the panel answers. Returns its process and all below it. */
async function startDev(command: string): Promise<readonly [pid: number, below: readonly number[]]> {
  const [port, panelPort] = [await freePort(), await freePort()];
  const variables = { PORT: String(port), PANEL_PORT: String(panelPort), DATA_DIR: folder, DEMO: "0" };
  const child = spawn("sh", ["-c", command], { cwd: root, env: { ...process.env, VITEST: undefined, ...variables } });
  const pid = child.pid ?? 0;
  started.push(pid);
  await new Promise<void>((resolve, reject) => {
    let printed = "";
    const read = (data: Buffer) => {
      printed += data;
      if (/Local/.test(printed) && printed.includes(String(panelPort))) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("exit", (code) => reject(new Error(`${command} ended (status ${code}): ${printed}`)));
  });
  const below = processesBelow(pid);
  started.push(...below);
  return [pid, below];
}

function processesBelow(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" }).trim().split("\n");
  const children = rows.flatMap((row) => {
    const [id = 0, parent] = row.trim().split(/\s+/).map(Number);
    return parent === pid ? [id] : [];
  });
  return children.flatMap((id) => [id, ...processesBelow(id)]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    // There is no such process.
    return false;
  }
}

const ways = [
  ["Ctrl-C", "exec node scripts/dev.mjs", "SIGINT"],
  ["the end of what started it", "node scripts/dev.mjs; true", "SIGKILL"],
  ["its own end without a word", "exec node scripts/dev.mjs", "SIGKILL"],
] as const;

it.each(isAll ? ways : ways.slice(0, 1))("npm run dev leaves no process behind: %s", async (_what, command, signal) => {
  const [pid, below] = await startDev(command);
  expect(below.length).toBeGreaterThanOrEqual(3);
  process.kill(pid, signal);
  await expect.poll(() => [pid, ...below].filter(isAlive)).toEqual([]);
});
