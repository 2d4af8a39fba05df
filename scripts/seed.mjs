// npm run seed: fills the configured database with many subscribers.
import { ensureBuilt, ensureGenerated, ensureInstalled, run } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
run(process.execPath, ["dist/server/seed.js", ...process.argv.slice(2)]);
