import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import avoided from "./wordsToAvoid.json" with { type: "json" };

const root = fileURLToPath(new URL("../..", import.meta.url));

function filesAt(path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".md")).map((name) => `${path}/${name}`);
}

/** Any white space separates words, as lines wrap. Whole words only: `can not` does not match "can nothing". */
function findingsIn(path: string): string[] {
  const text = readFileSync(join(root, path), "utf8");
  return Object.entries(avoided.words).flatMap(([words, instead]) =>
    [...text.matchAll(new RegExp(`\\b${words.replaceAll(" ", "\\s+")}\\b`, "gi"))].map(
      ({ index }) => `${path}:${text.slice(0, index).split("\n").length} "${words}": write "${instead}"`,
    ),
  );
}

it("documents use standard words", () => {
  expect(avoided.files.flatMap(filesAt).flatMap(findingsIn)).toEqual([]);
});
