import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

it("runs every part, prints its output and reports the one that crashed", () => {
  const folder = mkdtempSync(join(tmpdir(), "patchbay-parts-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const part = join(folder, "part.mjs");
  const endings = {
    first: "console.log('first: 1 ms')",
    // An unhandled error, as from a watcher whose folder was deleted.
    second: "setImmediate(() => { throw new Error('the folder is gone') })",
    third: "console.log('third: 3 ms')",
  };
  writeFileSync(part, `(${JSON.stringify(endings)})[process.argv[2]].split().forEach(eval)`);
  const program = join(folder, "all.mjs");
  const module = new URL("./eachPart.ts", import.meta.url).href;
  const names = JSON.stringify(Object.keys(endings));
  writeFileSync(
    program,
    `import { runEach } from ${JSON.stringify(module)};
    console.log("failed:", runEach(${JSON.stringify(part)}, ${names}).join());`,
  );

  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", program], { encoding: "utf8" });

  expect(stdout).toBe("first: 1 ms\nthird: 3 ms\nfailed: second\n");
  expect(stderr).toContain("the folder is gone");
  expect(stderr).toContain("second failed (status 1)");
});

it("loads every part without a browser, as what it takes from the panel must allow", () => {
  const run = readFileSync(new URL("run.ts", import.meta.url), "utf8");
  const parts = [...run.matchAll(/import\("(.+?)"\)/g)].map(([, path = ""]) => new URL(path, import.meta.url).href);
  expect(parts.length).toBeGreaterThan(10);
  const program = parts.map((part) => `await import(${JSON.stringify(part)});`).join("");

  const { status, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    { encoding: "utf8" },
  );

  expect(stderr).toBe("");
  expect(status).toBe(0);
}, 60_000);
