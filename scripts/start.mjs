// npm start: installs, generates, builds and serves, each only when needed. Builds run in child processes, so their
// memory is not kept by this process, which becomes the server.
import { answerHelp, ensureBuilt, ensureGenerated, ensureInstalled } from "./toolchain.mjs";

answerHelp(`
usage: npm start

Installs, generates and builds what is missing, and serves the product. All settings: docs/settings.md
`);
ensureInstalled();
ensureGenerated();
ensureBuilt();
await import("../dist/server/main.js");
