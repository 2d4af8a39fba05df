import { readFileSync } from "node:fs";
import type { Messages } from "../../src/core/texts.ts";

/** English text of a key, `errors.forbidden`; throws where there is none. */
export function englishText(key: string): string {
  const [part = "", ...names] = key.split(".");
  const file = new URL(`../../i18n/en/${part}.json`, import.meta.url);
  const found = names.reduce<string | Messages | undefined>(
    (texts, name) => (typeof texts === "object" ? texts[name] : undefined),
    JSON.parse(readFileSync(file, "utf8")) as Messages,
  );
  if (typeof found !== "string") throw new Error(`${key} has no text`);
  return found;
}

export function hasText(key: string): boolean {
  try {
    return englishText(key) !== "";
  } catch {
    return false;
  }
}
