// npm start: installs, generates, builds and serves, each only when needed. What builds runs in processes of its own,
// so none of its memory stays with the server, which is this process.
import { ensureBuilt, ensureGenerated, ensureInstalled } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
await import("../dist/server/main.js");
