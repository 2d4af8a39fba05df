import { expect, it } from "vitest";
import views from "../../../i18n/en/views.json";
import { textsFrom } from "../../core/texts.ts";

const sources: Readonly<Record<string, string>> = import.meta.glob(["../**/*.{ts,tsx}", "!../**/*.test.*"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const text = textsFrom({ views });
const all = Object.values(sources).join("\n");
const written = [...all.matchAll(/"(views(?:\.[A-Za-z0-9]+)+)"/g)].map(([, key = ""]) => key);
/** Keys that end in a value: `views.pager.${name}`. */
const built = [...all.matchAll(/`(views(?:\.[A-Za-z0-9]+)+)\.\$\{/g)].map(([, key = ""]) => key);

it.each([...new Set(written)])("%s has a text", (key) => {
  expect(text(key)).not.toBe(key);
});

it.each(keysOf(views, "views"))("%s is used", (key) => {
  const isBuilt = built.some((start) => key.startsWith(`${start}.`));
  expect(written.includes(key) || isBuilt).toBe(true);
});

function keysOf(texts: object, prefix: string): string[] {
  return Object.entries(texts).flatMap(([name, inner]) =>
    typeof inner === "string" ? [`${prefix}.${name}`] : keysOf(inner, `${prefix}.${name}`),
  );
}
