import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";

const gateway = fileURLToPath(new URL(".", import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "patchbay-start-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Its exit code, and what it complains about. */
async function start(program: string) {
  const env = { PATH: process.env.PATH, PORT: "0", DATA_DIR: folder };
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), program], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [complaints, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  return { code, lines: complaints.trimEnd().split("\n") };
}

it("a file of the program that is missing is one line and status 1", async () => {
  for (const name of ["main.ts", "cli.ts", "exitWithMessage.ts"]) await cp(join(gateway, name), join(folder, name));
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  for (const [name, missing] of [
    ["main.ts", "start.ts"],
    ["cli.ts", "program.ts"],
  ] as const)
    expect(await start(join(folder, name))).toEqual({
      code: 1,
      lines: [expect.stringMatching(new RegExp(`^Patchbay cannot start: Cannot find module .*${missing}`))],
    });
});
