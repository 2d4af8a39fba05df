// Shared by the npm scripts: installs, generates and builds, before TypeScript can run.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** For what takes long to make and can be made again. */
export const cache = join(root, "node_modules/.cache/patchbay");
const standardOutput = 1;
/** File descriptor that an `ensure…` can be given for what it says. */
export const standardError = 2;

/** Prints how a command is called and ends, if that is what was asked. */
export function answerHelp(text) {
  if (!process.argv.slice(2).some((word) => word === "--help" || word === "-h")) return;
  console.log(text.trim());
  process.exit(0);
}

/** Runs a command in the project and shows its output; exits if it fails. */
export function run(command, args, options = {}) {
  const { status, signal } = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (status !== 0) {
    console.error(`${command} ${args.join(" ")} failed${signal ? ` (${signal})` : ""}`);
    process.exit(status ?? 1);
  }
}

/**
 * Installs dependencies if they are missing or differ from the lockfile. Compares the hash recorded by the last
 * install, because clones and worktrees rewrite the lockfile with a new timestamp.
 */
export function ensureInstalled(output = standardOutput) {
  const packages = lstatSync(join(root, "node_modules"), { throwIfNoEntry: false });
  // Linked from another clone, whose packages must not be replaced.
  if (packages?.isSymbolicLink()) return;
  const installed = join(root, "node_modules/.package-lock.json");
  const lockfile = join(root, "package-lock.json");
  const wanted = hashOf([lockfile]);
  const isCurrent = () => {
    if (!existsSync(installed)) return false;
    const recorded = readStamp("lockfile");
    // Manual installs record no hash.
    return recorded ? recorded === wanted : statSync(installed).mtimeMs >= statSync(lockfile).mtimeMs;
  };
  if (!isCurrent()) {
    say("Installing dependencies ...", output);
    run("npm", ["ci", "--no-fund", "--no-audit"], saying(output));
  }
  writeStamp("lockfile", wanted);
}

export function ensureGenerated(output = standardOutput) {
  run("node", ["codegen/run.mjs"], saying(output));
}

/** Builds panel and server if their sources changed since the last build. */
export function ensureBuilt(output = standardOutput) {
  const settings = ["vite.config.ts", "vite.server.config.ts", "tsconfig.json", "package-lock.json"];
  const wanted = hashOf(["src", "i18n", "schemas", ...settings, "scripts"].map((name) => join(root, name)));
  if (existsSync(join(root, "dist/panel/index.html")) && readStamp("built") === wanted) return;
  say("Building ...", output);
  run("npx", ["vite", "build", "--logLevel", "warn"], saying(output));
  run("npx", ["vite", "build", "--config", "vite.server.config.ts", "--logLevel", "warn"], saying(output));
  run("npx", ["tsx", "scripts/precompress.ts"], saying(output));
  writeStamp("built", wanted);
}

function say(text, output) {
  writeSync(output, `${text}\n`);
}

const saying = (output) => ({ stdio: ["inherit", output, "inherit"] });

/** Hash of these files and of all below these folders but tests; what is not there is skipped. */
export function hashOf(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesBelow)) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest("hex");
}

function filesBelow(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function readStamp(name) {
  const path = join(cache, name);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function writeStamp(name, text) {
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(cache, name), text);
}
