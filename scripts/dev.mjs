// npm run dev: codegen and platform rerun on change, the panel reloads in place.
import { spawn } from "node:child_process";
import { ensureGenerated, ensureInstalled, root } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();

const parts = [
  ["node", ["codegen/run.mjs", "--watch"]],
  ["npx", ["tsx", "watch", "src/gateway/main.ts"]],
  ["npx", ["vite"]],
].map(([command, args]) => spawn(command, args, { cwd: root, stdio: "inherit" }));

const stop = () => {
  for (const part of parts) part.kill("SIGTERM");
};
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
for (const part of parts) part.on("exit", stop);
