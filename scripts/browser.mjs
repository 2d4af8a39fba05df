// Finds a Chromium for the browser tests, and brings one when there is none.
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
/** A build inside a registry package: nothing is downloaded from elsewhere. */
const PACKAGED = "@sparticuz/chromium@147.0.0";

/** Path of an executable Chromium; installs one by the first way that works. */
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
    console.error("no browser: install Chromium, or set CHROMIUM to the path of one");
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
