// npm test: brings what is missing, then runs every check and every test. The last line counts them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ensureBuilt, ensureInstalled, root } from "./toolchain.mjs";

const CHECKS = [
  ["generated files are fresh", "node", ["codegen/run.mjs", "--check"]],
  ["types", "npx", ["tsc", "--noEmit"]],
  ["format, lint and import directions", "npx", ["biome", "check", "."]],
  ["resources without panel parts of their own", "npx", ["tsx", "scripts/resources.ts"]],
];
const report = join(root, "test-results/vitest.json");

ensureInstalled();
let passed = 0;
let failed = 0;

for (const [name, command, args] of CHECKS) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  console.log(`${status === 0 ? "ok" : "FAILED"}: ${name}`);
  if (status === 0) passed++;
  else failed++;
}

ensureBuilt();
const CHROMIUM = await ensureBrowser();
rmSync(report, { force: true });
const only = process.argv.slice(2);
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...only],
  { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM } },
);

if (existsSync(report)) {
  const counts = JSON.parse(readFileSync(report, "utf8"));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that could not even be loaded counts no test of its own.
  failed += counts.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
}
if (status !== 0 && failed === 0) failed++;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
