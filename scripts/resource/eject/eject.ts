import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ResourceModule } from "../../../src/core/schema/resourceModule.ts";
import { refuse } from "../refusedInput.ts";
import { type EjectedView, type EjectStyle, ejectedFiles } from "./screens.ts";

const views: readonly EjectedView[] = ["list", "form", "details"];

/** Writes custom screens that replace a resource's generic ones. Throws RefusedInput. */
export async function eject(root: string, name: string, view?: EjectedView, style?: EjectStyle): Promise<void> {
  const { resources } = (await import(pathToFileURL(join(root, "src/generated/all.gen.ts")).href)) as {
    resources: Readonly<Record<string, ResourceModule>>;
  };
  const descriptorOf = (resource: string) => resources[resource]?.descriptor;
  const descriptor =
    descriptorOf(name) ?? refuse(`there is no resource "${name}"`, "docs/reference/resources.md has all");
  const files = Object.entries(
    Object.assign(
      {},
      ...(view ? [view] : views).map((screen) => ejectedFiles({ descriptor, descriptorOf }, screen, undefined, style)),
    ) as Record<string, string>,
  ).map(([file, text]) => [`src/panel/resources/${name}/${file}`, text] as const);
  for (const [path] of files) {
    if (existsSync(join(root, path))) refuse(`${path} already exists`, "edit it, or delete it to start over");
  }
  if (files.length === 0) refuse(`${name} has no such screen`, "its schema has no such operation");
  mkdirSync(join(root, "src/panel/resources", name), { recursive: true });
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  const biome = createRequire(join(root, "package.json")).resolve("@biomejs/biome/bin/biome");
  spawnSync(process.execPath, [biome, "check", "--write", ...files.map(([path]) => path)], {
    cwd: root,
    stdio: "ignore",
  });
  for (const [path] of files) console.log(`wrote ${path}`);
}
