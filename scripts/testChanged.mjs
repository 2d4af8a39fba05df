// npm run test:changed [BASE]: tests what differs from BASE (default main), including untracked files. Changed schemas
// and resource texts run the per-resource tests for that resource, other files the tests that import them. Journeys
// only run if they changed themselves; use `npm test -- journeys/NAME` for others.
import { spawnSync } from "node:child_process";
import { answerHelp, ensureInstalled, root } from "./toolchain.mjs";

const RESOURCE_FILE = /^(?:schemas\/resources|i18n\/\w+\/resources|schemas\/demonstration)\/(\w+)\./;
/** Derived from the schemas and imported by everything. */
const DERIVED = "src/generated/";
const PER_RESOURCE = ["tests/contract/postgres", "tests/rules/", "tests/messages/messages"];
const PROJECTS = ["node", "contract", "panel", "extended-screens", "page"].map((name) => `--project=${name}`);

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return stdout.split("\n").filter((line) => line !== "");
}

/** Runs a command and returns whether it succeeded. */
function succeeds(command, args, env = {}) {
  console.log(`> ${command} ${args.join(" ")}`);
  return spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } }).status === 0;
}

answerHelp(`
usage: npm run test:changed [-- <commit or branch>]

Checks the project and tests what differs from main, or from that commit.
`);
ensureInstalled();
const [base] = git("merge-base", "HEAD", process.argv[2] ?? "main");
const changed = [
  ...git("diff", "--name-only", "--diff-filter=d", base),
  ...git("ls-files", "--others", "--exclude-standard"),
];
const resources = [...new Set(changed.flatMap((file) => RESOURCE_FILE.exec(file)?.[1] ?? []))];
const sources = changed.filter((file) => /\.tsx?$/.test(file) && !file.startsWith(DERIVED));

const results = [
  succeeds("node", ["codegen/run.mjs", "--check"]),
  succeeds("npx", ["tsc", "--noEmit"]),
  resources.length === 0 ||
    succeeds("npx", ["vitest", "run", ...PROJECTS, ...PER_RESOURCE], { RESOURCES: resources.join(",") }),
  sources.length === 0 || succeeds("npx", ["vitest", "related", "--run", ...PROJECTS, ...sources]),
];
process.exit(results.every(Boolean) ? 0 : 1);
