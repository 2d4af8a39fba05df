// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root } from "./toolchain.mjs";

const COMMON = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** A build packaged for npm, which needs no further download. */
const PACKAGED = "@sparticuz/chromium@147.0.0";

/** Path of an executable Chromium; installs one if necessary. */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  console.log("No Chromium found; installing one ...");
  if (process.getuid?.() === 0 && hasCommand("apt-get")) {
    spawnSync("apt-get", ["update", "-qq"], { stdio: "inherit" });
    const options = { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"], options);
  } else {
    spawnSync("npx", ["playwright", "install", "chromium"], { cwd: root, stdio: "inherit" });
  }
  const installed = (await findBrowser()) ?? (await packagedBrowser());
  if (!installed) {
    console.error("no browser found: install Chromium or set CHROMIUM to its path");
    process.exit(1);
  }
  return installed;
}

async function findBrowser() {
  const { chromium } = await import("playwright");
  const candidates = [process.env.CHROMIUM, ...COMMON, chromium.executablePath()];
  return candidates.find((path) => path && existsSync(path));
}

async function packagedBrowser() {
  const folder = join(root, "node_modules/.cache/patchbay/browser");
  spawnSync("npm", ["install", "--prefix", folder, "--no-save", PACKAGED], { stdio: "inherit" });
  const entry = join(folder, "node_modules/@sparticuz/chromium/build/esm/index.js");
  if (!existsSync(entry)) return undefined;
  const { default: chromium } = await import(entry);
  return chromium.executablePath();
}

function hasCommand(name) {
  return spawnSync("which", [name]).status === 0;
}
