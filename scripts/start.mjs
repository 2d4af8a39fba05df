// npm start: installs, generates, builds and serves, each only when needed.
import { spawn } from "node:child_process";
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();

// The server is a process of its own so that none of the build's memory stays with it.
const server = spawn(process.execPath, ["dist/server/main.js"], { cwd: root, stdio: "inherit" });
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
