// npm test: installs what is missing, then runs all checks and the tests of every day. The last line counts them.
// npm run test:all: all tests, each on every resource and role.
// npm test -- journeys/spine: only test files with that in their path.
// RESOURCES=vouchers,domains npm test: limits tests that run per resource to these.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { answerHelp, ensureInstalled, root } from "./toolchain.mjs";

const CHECKS = [
  ["generated files are up to date", "node", ["codegen/run.mjs", "--check"]],
  ["types", "npx", ["tsc", "--noEmit"]],
  ["format, lint and import directions", "npx", ["biome", "check", "."]],
];
const report = join(root, "test-results/vitest.json");

answerHelp(`
usage: npm test [-- <part of a file's path> ...]
       npm run test:all

Runs all checks and the tests of every day; test:all runs all tests, each on every resource and role.
RESOURCES=vouchers,domains limits tests that run per resource to these. More: docs/testing.md
`);
ensureInstalled();
let passed = 0;
let failed = 0;

/** Runs a command and prints its output at the end, as others run in parallel. Returns whether it succeeded. */
async function succeeds(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => output.push(data));
  const status = await new Promise((resolve) => child.once("close", resolve));
  process.stdout.write(Buffer.concat(output));
  return status === 0;
}

async function check([name, command, args]) {
  const hasPassed = await succeeds(command, args);
  console.log(`${hasPassed ? "ok" : "FAILED"}: ${name}`);
  if (hasPassed) passed++;
  else failed++;
}

// In parallel: most of them use a single core.
const build = 'import { ensureBuilt } from "./scripts/toolchain.mjs"; ensureBuilt();';
const [isBuilt] = await Promise.all([succeeds("node", ["--input-type=module", "--eval", build]), ...CHECKS.map(check)]);
if (!isBuilt) {
  console.log(`${passed} passed, ${failed + 1} failed`);
  process.exit(1);
}
const CHROMIUM = await ensureBrowser();
rmSync(report, { force: true });
const [isAll, ...only] =
  process.argv[2] === "--all" ? [true, ...process.argv.slice(3)] : [false, ...process.argv.slice(2)];
const projects = isAll ? [] : [only.length > 0 ? "--project=!extended" : "--project=!extended*"];
const { status } = spawnSync(
  "npx",
  ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...projects, ...only],
  { cwd: root, stdio: "inherit", env: { ...process.env, CHROMIUM, ...(isAll && { TEST_ALL: "1" }) } },
);

if (existsSync(report)) {
  const counts = JSON.parse(readFileSync(report, "utf8"));
  passed += counts.numPassedTests;
  failed += counts.numFailedTests;
  // A file that fails to load reports no tests.
  const broken = counts.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  failed += broken.length;
  // Again at the end, where a log that is cut still has them.
  for (const { name, assertionResults } of counts.testResults) {
    const file = relative(root, name);
    for (const test of assertionResults) if (test.status === "failed") console.log(`FAILED: ${file}: ${test.fullName}`);
  }
  for (const { name, message } of broken) console.log(`FAILED: ${relative(root, name)}: ${message}`);
}
if (status !== 0 && failed === 0) failed++;

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
