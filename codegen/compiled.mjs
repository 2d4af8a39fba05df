// Codegen bundled into one JavaScript file, rebuilt when its source changes: loading 30 TypeScript files one by one
// takes longer than running them.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cache, hashOf } from "../scripts/toolchain.mjs";

const codegen = dirname(fileURLToPath(import.meta.url));
const KEPT_MS = 24 * 3600 * 1000;
/** The rules that codegen shares with the product. */
export const core = join(codegen, "../src/core");
/** The declarations of settings, which docs/settings.md is written from. */
export const settings = join(codegen, "../src/gateway/declaredSettings.ts");

/** The module `cli.ts`, compiled. */
export async function compiledCli() {
  const path = join(cache, `codegen-${hashOf([codegen, core, settings]).slice(0, 16)}.mjs`);
  if (!existsSync(path)) await compile(path);
  return import(pathToFileURL(path).href);
}

async function compile(path) {
  const { build } = await import("vite");
  mkdirSync(cache, { recursive: true });
  dropOld();
  // Written to a temporary folder first, as two processes can race.
  const scratch = mkdtempSync(join(cache, "codegen-"));
  await build({
    configFile: false,
    root: codegen,
    logLevel: "error",
    ssr: { external: true },
    build: {
      ssr: "cli.ts",
      outDir: scratch,
      target: "node20",
      minify: false,
      copyPublicDir: false,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: "cli.mjs" } },
    },
  });
  renameSync(join(scratch, "cli.mjs"), path);
  rmSync(scratch, { recursive: true });
}

function dropOld() {
  for (const name of readdirSync(cache).filter((each) => each.startsWith("codegen-"))) {
    const path = join(cache, name);
    if (Date.now() - statSync(path).mtimeMs > KEPT_MS) rmSync(path, { recursive: true, force: true });
  }
}
