import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path/posix";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL(".", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => !file.startsWith("public/"));
const sheets = files.filter((file) => file.endsWith(".css"));
const modules = sheets.filter((file) => file.endsWith(".module.css"));
const components = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));

/** The only sheet with global names. */
const base = "ui/theme/base.css";

/** Classes of a sheet, but for those of MUI. */
function classesOf(sheet: string): Set<string> {
  const selectors = read(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\([^)]*\)+/g, "")
    .matchAll(/([^{};]+)\{/g);
  return new Set([...selectors].flatMap(([, selector = ""]) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []));
}

/** Sheet -> what is asked of it; "*" where the name is only known when it runs. */
const asked = new Map<string, Set<string>>();
for (const file of components) {
  const text = read(file);
  for (const [, name = "", path = ""] of text.matchAll(/^import (\w+) from "(\.[^"]+\.module\.css)";$/gm)) {
    const sheet = join(dirname(file), path);
    const names = asked.get(sheet) ?? new Set();
    asked.set(sheet, names);
    for (const [, known] of text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, "g"))) names.add(known ?? "*");
  }
}

it("has one global sheet, that of the theme", () => {
  expect(sheets.filter((file) => !file.endsWith(".module.css"))).toEqual([base]);
});

it("names each sheet differently, as its name is part of its classes", () => {
  const names = modules.map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("styles nothing in place with sx", () => {
  expect(components.filter((file) => /\bsx[=:]/.test(read(file)))).toEqual([]);
});

it("imports each sheet where it is used", () => {
  expect(modules.filter((file) => !asked.has(file))).toEqual([]);
});

describe.each(modules)("%s", (sheet) => {
  const classes = classesOf(sheet);
  const names = asked.get(sheet) ?? new Set<string>();

  it("has each class that a component asks for", () => {
    expect([...names].filter((name) => name !== "*" && !classes.has(name))).toEqual([]);
  });

  it.skipIf(names.has("*"))("has no class that none asks for", () => {
    expect([...classes].filter((name) => !names.has(name))).toEqual([]);
  });
});

/** The global classes that a module's own ones compose, with their sheet. */
const composed = modules.flatMap((sheet) =>
  [...read(sheet).matchAll(/composes: ([^;]+) from global;/g)].flatMap(([, names = ""]) =>
    names.split(" ").map((name) => ({ sheet, name })),
  ),
);

it("uses no global class that the theme does not have", () => {
  const known = classesOf(base);
  const unknown = components.flatMap((file) =>
    [...read(file).matchAll(/\bclassName(?:=|: )(?:"([^"]+)"|\{`([^`]+)`\})/g)]
      .flatMap(
        ([, names = "", pattern = ""]) => `${names} ${pattern.replace(/\$\{.*?\}/g, " ")}`.match(/[^\s]+/g) ?? [],
      )
      .filter((name) => /^[a-z][\w-]*$/.test(name) && !known.has(name))
      .map((name) => `${file}: ${name}`),
  );
  for (const { sheet, name } of composed) if (!known.has(name)) unknown.push(`${sheet}: ${name}`);
  expect(unknown).toEqual([]);
});

it("has no global class that none asks for", () => {
  const texts = components.flatMap((file) => [...read(file).matchAll(/"([^"\n]*)"|`([^`]*)`/g)]);
  const words = new Set(texts.flatMap(([, text, pattern]) => (text ?? pattern ?? "").split(/[\s"]+/)));
  for (const { name } of composed) words.add(name);
  expect([...classesOf(base)].filter((name) => !words.has(name))).toEqual([]);
});
