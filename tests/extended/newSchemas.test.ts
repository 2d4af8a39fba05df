import { cpSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isObject } from "../../src/core/schema/isObject.ts";
import { makeScratchClone, type ScratchClone } from "../support/scratchClone.ts";

const root = join(import.meta.dirname, "../..");
/** Small schemas that the product does not have, which between them say what a schema can; three are as a developer adds them. */
const folder = join(import.meta.dirname, "schemas");
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".schema.json"))
  .map((file) => basename(file, ".schema.json"));

/** Sim cards; sites below customers with opening hours, variants and a file; rentals with transitions, actions, money and preferences. */
const added = ["simcards", "sites", "devicerentals"];

it("between them and the product's, schemas use every word of the vocabulary", () => {
  const used = new Set<string>();
  const note = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) note(one);
    if (!isObject(value)) return;
    for (const [word, one] of Object.entries(value)) {
      used.add(word);
      note(one);
    }
  };
  for (const path of [folder, join(root, "schemas/resources")])
    for (const file of readdirSync(path).filter((name) => name.endsWith(".json")))
      note(JSON.parse(readFileSync(join(path, file), "utf8")));
  const meta: unknown = JSON.parse(readFileSync(join(root, "schemas/meta.schema.json"), "utf8"));
  // An action of a hook is code.
  expect(keywordsOf(meta).filter((word) => !used.has(word))).toEqual(["hook"]);
});

/** The names of all members that the meta-schema describes. */
function keywordsOf(meta: unknown): string[] {
  const keywords = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one);
    if (!isObject(node)) return;
    for (const [word, one] of Object.entries(node)) {
      if (word === "properties" && isObject(one))
        for (const [name, member] of Object.entries(one))
          if (isObject(member) && "description" in member && name !== "$comment") keywords.add(name);
      visit(one);
    }
  };
  visit(meta);
  return [...keywords];
}

describe("schemas in a clone, without a line of code", () => {
  let clone: ScratchClone;
  beforeAll(() => {
    clone = makeScratchClone();
    for (const name of names)
      cpSync(join(folder, `${name}.schema.json`), join(clone.folder, `schemas/resources/${name}.schema.json`));
    cpSync(join(folder, "preferences"), join(clone.folder, "schemas/preferences"), { recursive: true });
  });
  afterAll(() => clone.remove());

  /** Runs the generated tests of the new resources, and returns how many passed. */
  function runTests(project: string, ...files: readonly string[]): number {
    const command = `RESOURCES=${names} npx vitest run --project ${project} ${files.join(" ")}`;
    const [, passed = "0"] = /Tests .*?(\d+) passed/.exec(clone.run("sh", "-ec", command)) ?? [];
    return Number(passed);
  }

  it("become types, tables and validators, and complete their texts", () => {
    clone.run("node", "codegen/run.mjs");
    clone.run("npm", "run", "-s", "resource", "--", "texts");
    clone.run("node", "codegen/run.mjs", "--check");
    clone.run("npx", "tsc", "--noEmit");
    const textsOf = (name: string) =>
      JSON.parse(readFileSync(join(clone.folder, `i18n/de/resources/${name}.json`), "utf8"));
    for (const name of added) expect(Object.keys(textsOf(name).fields).length, name).toBeGreaterThan(3);
  });

  it("have an API that keeps what they say, and to each role what is its own", () => {
    clone.run("npm", "run", "-s", "rules", "--", "approve");
    const files = ["contract/postgres", "access/matrix", "access/leaks", "rules/verify"];
    const passed = runTests("contract", ...files.map((name) => `tests/${name}.test.ts`));
    expect(passed).toBeGreaterThan(names.length * 20);
  });

  it("have forms that refuse what the API refuses", () => {
    expect(runTests("panel", "tests/rules/agree.test.tsx")).toBeGreaterThan(0);
  });
});
