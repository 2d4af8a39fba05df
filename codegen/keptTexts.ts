import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Compiled texts by what they are compiled of, kept beside the bundle of codegen: its name has the hash of its sources, so that no
 * other compiler reads them. Sources that run as they are keep them in memory.
 */
const file = import.meta.url.endsWith(".mjs") ? `${fileURLToPath(import.meta.url)}.json` : undefined;
const known: Record<string, string> = file && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
const used: Record<string, string> = {};
let isChanged = false;

/** The compiled text of a key; undefined if it was never compiled. */
export function findCompiled(key: string): string | undefined {
  const text = used[key] ?? known[key];
  if (text !== undefined) used[key] = text;
  return text;
}

export function keepCompiled(key: string, text: string): string {
  used[key] = text;
  isChanged = true;
  return text;
}

/** Keeps on disk what this process has used. */
export function writeCompiled(): void {
  if (file && isChanged) writeFileSync(file, JSON.stringify(used));
  isChanged = false;
}
