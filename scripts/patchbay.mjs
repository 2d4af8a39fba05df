#!/usr/bin/env node
// npx patchbay: the command line, built when needed. Settings and file names are relative to the caller's folder.
import { accessSync, constants, existsSync } from "node:fs";
import { join } from "node:path";
import { ensureBuilt, ensureGenerated, ensureInstalled, root, standardError } from "./toolchain.mjs";

// Somebody else's project is run as it was built: it could neither be installed nor built again.
if (!existsSync(join(root, "dist/server/cli.js")) || isWritable(root)) {
  // Standard output is the command's: JSON, exported records.
  ensureInstalled(standardError);
  ensureGenerated(standardError);
  ensureBuilt(standardError);
}
await import("../dist/server/cli.js");

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
