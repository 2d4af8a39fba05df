// npm run admin: creates an administrator in the configured database, or resets its password.
import { ensureBuilt, ensureGenerated, ensureInstalled, run } from "./toolchain.mjs";

ensureInstalled();
ensureGenerated();
ensureBuilt();
run(process.execPath, ["dist/server/admin.js", ...process.argv.slice(2)]);
