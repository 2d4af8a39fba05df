import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { byCodePoint } from "../src/core/values/byCodePoint.ts";

export const HOOKS_FOLDER = "src/platform/resources";

/** The files with hooks of resources, each with the names of those that it exports. */
export function hooksByFile(root: string): ReadonlyMap<string, readonly string[]> {
  const files = readdirSync(join(root, HOOKS_FOLDER)).filter((file) => /^\w+\.ts$/.test(file));
  return new Map(
    files.toSorted(byCodePoint).map((file) => {
      const text = readFileSync(join(root, HOOKS_FOLDER, file), "utf8");
      return [file, [...text.matchAll(/^export const (\w+): ResourceHooks\b/gm)].map(([, name = ""]) => name)];
    }),
  );
}
