import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const source = "en";

/** The languages below `folder` that have every text that English has, English first. */
export function completeLanguages(folder: string): string[] {
  const wanted = keysBelow(join(folder, source));
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== source)
    .map(({ name }) => name)
    .filter((name) => {
      const found = new Set(keysBelow(join(folder, name)));
      return wanted.every((key) => found.has(key));
    });
  return [source, ...others.sort()];
}

/** `resources/domains.json#fields.domain` for every text. */
function keysBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => keysOf(JSON.parse(readFileSync(join(folder, file), "utf8")), `${file}#`));
}

function keysOf(texts: unknown, prefix: string): string[] {
  if (typeof texts !== "object" || texts === null) return [prefix];
  return Object.entries(texts).flatMap(([name, value]) => keysOf(value, `${prefix}.${name}`));
}
