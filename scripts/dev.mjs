// npm run dev: the platform restarts on change; codegen runs within Vite, which hot-reloads the open screen.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import "./endWithParent.mjs";
import { answerHelp, ensureGenerated, ensureInstalled, root } from "./toolchain.mjs";

const usage = `
usage: npm run dev

Runs panel and platform from source, and shows changes of code, schemas and texts at once. Ends on Ctrl-C.

  PORT=8080        port of the platform: API and login
  PANEL_PORT=5173  port of the panel; without it the next free one
  DATA_DIR, ...    as npm start has them: docs/settings.md
`;
const DEFAULT_PANEL_PORT = 5173;
/** How long a part may take to end after its signal. */
const GRACE_MS = 8_000;

answerHelp(usage);
const { PORT = "8080", PANEL_PORT } = process.env;
const panelPort = PANEL_PORT ?? (await freePortFrom(DEFAULT_PANEL_PORT));
for (const [name, port] of [
  ["PORT", PORT],
  ["PANEL_PORT", panelPort],
]) {
  if (!/^\d+$/.test(port) || Number(port) < 1 || Number(port) > 65_535) refuse(`${name}=${port} is no port`);
  if (!(await isFree(port)))
    refuse(`port ${port} is in use: choose another one, as in ${name}=${Number(port) + 1} npm run dev`);
}

ensureInstalled();
ensureGenerated();

console.log(`
  panel  http://localhost:${panelPort}
  API    http://127.0.0.1:${PORT}/api/
  login  administrator, and the password that the platform prints below; Ctrl-C ends both
`);

// Not by npx, which does not pass signals on to what it starts.
const parts = [
  ["node_modules/tsx/dist/cli.mjs", "watch", "src/gateway/main.ts"],
  ["node_modules/vite/bin/vite.js", "--port", panelPort, "--strictPort"],
].map(([script, ...args]) =>
  spawn(process.execPath, ["--import", join(import.meta.dirname, "endWithParent.mjs"), join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, PORT },
  }),
);

let isStopping = false;
function stop() {
  isStopping = true;
  for (const part of parts) part.kill("SIGTERM");
  setTimeout(() => parts.map((part) => part.kill("SIGKILL")), GRACE_MS).unref();
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop);
for (const [index, part] of parts.entries()) {
  part.on("exit", (code, signal) => {
    if (isStopping) return;
    console.error(`the ${index === 0 ? "platform" : "panel"} ended (${signal ?? `status ${code}`})`);
    process.exitCode = 1;
    stop();
  });
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}

/** Whether nobody listens there, for IPv4 or IPv6: Vite takes `localhost`, which may be either. */
async function isFree(port) {
  for (const host of ["127.0.0.1", "::1"]) {
    const server = createServer().listen(Number(port), host);
    const error = await once(server, "listening").catch((reason) => reason);
    server.close();
    if (error.code === "EADDRINUSE") return false;
  }
  return true;
}

async function freePortFrom(port) {
  return (await isFree(port)) ? String(port) : freePortFrom(port + 1);
}
