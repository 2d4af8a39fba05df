#!/usr/bin/env node
// npx patchbay: the command line, built when needed. Settings and file names are relative to the caller's folder.
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
await import("../dist/server/cli.js");
