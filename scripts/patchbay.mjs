#!/usr/bin/env node
// npx patchbay: the command line, built when needed. Settings and file names are relative to the caller's folder.
import { ensureBuilt, ensureGenerated, ensureInstalled, standardError } from "./toolchain.mjs";

// Standard output is the command's: JSON, exported records.
ensureInstalled(standardError);
ensureGenerated(standardError);
ensureBuilt(standardError);
await import("../dist/server/cli.js");
