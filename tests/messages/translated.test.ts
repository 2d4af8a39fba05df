import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { TO_TRANSLATE } from "../../scripts/resource/draft.ts";

const folder = fileURLToPath(new URL("../../i18n/", import.meta.url));

/** Keys of texts that `npm run resource` marked as untranslated. */
function untranslated(texts: unknown, key: string): string[] {
  if (typeof texts === "string") return texts.startsWith(TO_TRANSLATE) ? [key] : [];
  if (typeof texts !== "object" || texts === null) return [];
  return Object.entries(texts).flatMap(([name, value]) => untranslated(value, `${key}.${name}`));
}

it("no text needs a translation", () => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));
  expect(files.length).toBeGreaterThan(20);
  expect(files.flatMap((file) => untranslated(JSON.parse(readFileSync(folder + file, "utf8")), file))).toEqual([]);
});
