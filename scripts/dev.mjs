// npm run dev: the platform restarts on change; codegen runs within Vite, which hot-reloads the open screen.
import { spawn } from "node:child_process";
import { ensureGenerated, ensureInstalled, root } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();

const parts = [
  ["npx", ["tsx", "watch", "src/gateway/main.ts"]],
  ["npx", ["vite"]],
].map(([command, args]) => spawn(command, args, { cwd: root, stdio: "inherit" }));

const stop = () => {
  for (const part of parts) part.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const part of parts) part.on("exit", stop);
