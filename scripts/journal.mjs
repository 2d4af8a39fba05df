// npm run journal -- verify: proves that no entry of the configured database's journal was changed or left out.
import { spawnSync } from "node:child_process";
import { ensureBuilt, ensureGenerated, ensureInstalled, root } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
const args = ["dist/server/journal.js", ...process.argv.slice(2)];
process.exit(spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" }).status ?? 2);
