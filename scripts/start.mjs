// npm start: installs, generates, builds and serves, each only when needed. Builds run in child processes, so their
// memory is not kept by this process, which becomes the server.
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
await import("../dist/server/main.js");
