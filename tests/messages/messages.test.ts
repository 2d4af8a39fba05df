import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { errorCodes, errorEntry } from "../../src/core/errorCatalogue.ts";
import { messageKeys } from "../../src/generated/messageKeys.gen.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const english = join(root, "i18n/en");

/** A resource's optional texts: looked up only where they are there. */
const OPTIONAL = /^resources\.[a-z]+\.(help|errors)\./;

/** All texts by their full key; a file's name is the first part of its keys. */
function texts(): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, key: string) => {
    if (typeof value === "string") found.set(key, value);
    else for (const [name, member] of Object.entries(value as object)) walk(member, `${key}.${name}`);
  };
  for (const file of readdirSync(english, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".json"),
  )) {
    walk(JSON.parse(readFileSync(join(english, file), "utf8")), file.replace(/\.json$/, "").replaceAll("/", "."));
  }
  return found;
}

function sources(folder: string, pattern: RegExp): (readonly [name: string, text: string])[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => pattern.test(name) && !/\.test\.tsx?$/.test(name) && !name.includes("generated/"))
    .map((name) => [join(folder, name), readFileSync(join(root, folder, name), "utf8")] as const);
}

const known = texts();
const code = sources("src", /\.(ts|tsx|json)$/);
const families = new Set([...known.keys()].map((key) => key.split(".")[0]));

/** Keys written out in the code, and the beginnings of those put together there. */
const written = new Set<string>();
const begun = new Set<string>();
for (const [, text] of code) {
  for (const [, key = ""] of text.matchAll(/["'`]([A-Za-z_]+(?:\.[A-Za-z0-9_-]+)+)["'`]/g)) written.add(key);
  // The login page reads its texts as members, without the translations.
  for (const [, path = ""] of text.matchAll(/\bloginText((?:\.\w+)+)/g)) written.add(`login${path}`);
  for (const [, kind = ""] of text.matchAll(/"(error\d+)"/g)) written.add(`login.${kind}`);
  for (const [, key = ""] of text.matchAll(/`([A-Za-z_]+(?:\.[A-Za-z0-9_-]+)*\.)\$\{/g)) begun.add(key);
}

describe("the English texts", () => {
  it.each(Object.entries(messageKeys))("name everything that the screens of %s show", (_resource, keys) => {
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });

  it("have a sentence for every entry of the error catalogue", () => {
    expect(errorCodes.map((code) => errorEntry(code).key).filter((key) => !known.has(key))).toEqual([]);
  });

  it("have every key that the code looks up", () => {
    const asked = [...written].filter((key) => families.has(key.split(".")[0] ?? "") && !known.has(key));
    // A branch of texts may be handed on as a whole, a file of them imported.
    const missing = asked.filter(
      (key) => ![...known.keys()].some((other) => other.startsWith(`${key}.`)) && !/\.(ts|tsx|json)$/.test(key),
    );
    expect(missing).toEqual([]);
  });

  it("hold no text that nothing shows", () => {
    const shown = new Set([...Object.values(messageKeys).flat(), ...errorCodes.map((code) => errorEntry(code).key)]);
    const isShown = (key: string) =>
      shown.has(key) ||
      written.has(key) ||
      OPTIONAL.test(key) ||
      [...begun].some((start) => key.startsWith(start)) ||
      isOfBranch(key);
    expect([...known.keys()].filter((key) => !isShown(key))).toEqual([]);
  });

  it("are not empty and have no stray blanks", () => {
    expect([...known].filter(([, text]) => text.trim() !== text || text === "")).toEqual([]);
  });

  it("describe only resources that there are", () => {
    const files = readdirSync(join(english, "resources")).map((name) => basename(name, ".json"));
    expect(files.sort()).toEqual(Object.keys(messageKeys).sort());
  });
});

/** `translate(prefix + name)` and whole branches: some ancestor of the key stands in the code as a text. */
function isOfBranch(key: string): boolean {
  const parts = key.split(".");
  return parts.some(
    (_, length) => length > 0 && length < parts.length && written.has(parts.slice(0, length).join(".")),
  );
}

describe("the panel's components", () => {
  const components = sources("src/panel", /(?<!testInput)\.tsx$/);
  /** Shows the form that a date or time is typed in: the same in every language. */
  const PATTERN = /^[YMDHms:\- ]+$/;

  it("show no text that is not in i18n", () => {
    const hardCoded = components.flatMap(([name, text]) => {
      const shown = [
        ...text.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)*[.!?]?)\s*<\//g),
        ...text.matchAll(/\b(?:aria-label|title|placeholder|label|alt)="([^"]*[a-z]{2}[^"]*)"/g),
      ];
      return shown
        .map(([, words = ""]) => words)
        .filter((words) => !PATTERN.test(words))
        .map((words) => `${name}: ${words}`);
    });
    expect(hardCoded).toEqual([]);
  });
});
