// npm run bench [-- <part>]: measures, and prints every figure next to the baseline of the same run.
import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureGenerated } from "../scripts/toolchain.mjs";
import { runEach } from "./eachPart.ts";
import { type Figure, printFigures } from "./report.ts";

/** Each part runs in its own process and prints its table when it ends. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  bundle: async () => (await import("./bundle.ts")).benchBundle(),
  screens: async () => (await import("./screens.ts")).benchScreens(),
  tasks: async () => (await import("./tasks.ts")).benchTasks(),
  typing: async () => (await import("./typing.ts")).benchTyping(),
  preferences: async () => (await import("./preferences.ts")).benchPreferences(),
  ladder: async () => (await import("./ladder.ts")).benchLadder(),
  scrolling: async () => (await import("./scrolling.ts")).benchScrolling(),
  codegen: async () => (await import("./codegen.ts")).benchCodegen(),
  validators: async () => [
    ...(await (await import("./validators.ts")).benchValidators()),
    ...(await (await import("./longForm.ts")).benchLongForm()),
  ],
  permissions: async () => (await import("./permissions.ts")).benchPermissions(),
  invoices: async () => (await import("./invoices.ts")).benchInvoices(),
  rating: async () => (await import("./rating.ts")).benchRating(),
  routing: async () => (await import("./routing.ts")).benchRouting(),
  fees: async () => (await import("./fees.ts")).benchFees(),
  start: async () => (await import("./start.ts")).benchStart(),
  platform: async () => (await import("./platform.ts")).benchPlatform(),
  contacts: async () => (await import("./contacts.ts")).benchContacts(),
  lists: async () => (await import("./lists.ts")).benchLists(),
  searches: async () => (await import("./searches.ts")).benchSearches(),
  calls: async () => (await import("./calls.ts")).benchCalls(),
  growth: async () => (await import("./growth.ts")).benchGrowth(),
  devices: async () => (await import("./devices.ts")).benchDevices(),
  batch: async () => (await import("./batch.ts")).benchBatch(),
  uploads: async () => (await import("./uploads.ts")).benchUploads(),
  bulk: async () => (await import("./bulk.ts")).benchBulk(),
  backup: async () => (await import("./backup.ts")).benchBackup(),
  nodes: async () => (await import("./nodes.ts")).benchNodes(),
  cascades: async () => (await import("./cascades.ts")).benchCascades(),
};

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; parts: ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

const [name = "", ...others] = positionals;
const measure = others.length === 0 ? parts[name] : undefined;
if (measure) {
  ensureGenerated();
  ensureBuilt();
  const started = performance.now();
  const figures = await measure();
  const took = Math.round((performance.now() - started) / 1000);
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`;
  console.log(`\n${name}: ${took} s, ${machine}\n\n${printFigures(figures)}`);
} else {
  const failed = runEach(process.argv[1] ?? "", positionals.length > 0 ? positionals : Object.keys(parts));
  if (failed.length > 0) {
    console.error(`\nfailed: ${failed.join(", ")}`);
    process.exitCode = 1;
  }
}
