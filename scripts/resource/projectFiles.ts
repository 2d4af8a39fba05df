import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** Writes JSON files as `npm run check` wants them. */
export function writeJson(root: string, files: readonly (readonly [path: string, data: unknown])[]): void {
  if (files.length === 0) return;
  for (const [path, data] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(data));
  }
  const biome = createRequire(join(root, "package.json")).resolve("@biomejs/biome/bin/biome");
  const paths = files.map(([path]) => path);
  spawnSync(process.execPath, [biome, "format", "--write", ...paths], { cwd: root, stdio: "ignore" });
}

/** Runs codegen, whose errors are the command's. */
export function runCodegen(root: string): void {
  const { status } = spawnSync(process.execPath, ["codegen/run.mjs"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
