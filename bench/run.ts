// npm run bench [-- <part>]: measures, and prints every figure beside the baseline of the same run.
import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { ensureBuilt, ensureGenerated } from "../scripts/toolchain.mjs";
import { type Figure, printFigures } from "./report.ts";

/** Loaded when its turn comes, so that no part runs with the memory of the others. */
const parts: Readonly<Record<string, () => Promise<Figure[]>>> = {
  bundle: async () => (await import("./bundle.ts")).benchBundle(),
  screens: async () => (await import("./screens.ts")).benchScreens(),
  typing: async () => (await import("./typing.ts")).benchTyping(),
  preferences: async () => (await import("./preferences.ts")).benchPreferences(),
  scrolling: async () => (await import("./scrolling.ts")).benchScrolling(),
  codegen: async () => (await import("./codegen.ts")).benchCodegen(),
  validators: async () => [
    ...(await (await import("./validators.ts")).benchValidators()),
    ...(await (await import("./longForm.ts")).benchLongForm()),
  ],
  permissions: async () => (await import("./permissions.ts")).benchPermissions(),
  start: async () => (await import("./start.ts")).benchStart(),
  platform: async () => (await import("./platform.ts")).benchPlatform(),
  lists: async () => (await import("./lists.ts")).benchLists(),
};

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) {
  console.error(`no part ${unknown.join(", ")}; there are ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

ensureGenerated();
ensureBuilt();
const figures: Figure[] = [];
for (const [name, measure] of Object.entries(parts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const started = performance.now();
  figures.push(...(await measure()));
  console.error(`${name}: ${Math.round((performance.now() - started) / 1000)} s`);
}
console.log(`\n${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}\n`);
console.log(printFigures(figures));
