// Finds Debian's Kamailio for the test of the web phone, or installs it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

const PROGRAM = "/usr/sbin/kamailio";
const LIBRARIES = "/usr/lib";
const PACKAGES = ["kamailio", "kamailio-websocket-modules"];

/** Program and folder of its modules; null where it is not there and cannot be installed. */
export function ensureSipServer() {
  const found = findSipServer();
  if (found || process.getuid?.() !== 0 || spawnSync("which", ["apt-get"]).status !== 0) return found;
  console.log("No Kamailio found; installing it ...");
  // On a computer of its own it would start at once: what listens is the test's business.
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" } };
  if (spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], options).status !== 0) {
    spawnSync("apt-get", ["update", "-qq"], options);
    spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...PACKAGES], options);
  }
  return findSipServer();
}

function findSipServer() {
  if (!existsSync(PROGRAM)) return null;
  const folders = readdirSync(LIBRARIES).map((name) => join(LIBRARIES, name, "kamailio/modules"));
  const modules = folders.find((folder) => existsSync(join(folder, "websocket.so")));
  return modules ? { program: PROGRAM, modules } : null;
}
