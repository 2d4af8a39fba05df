import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { completeLanguages } from "./languages.ts";

let folder: string;
const write = (path: string, texts: unknown) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(texts));
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "patchbay-languages-"));
  write("en/app.json", { menu: { open: "Open" } });
  write("en/resources/domains.json", { name: "Domain" });
});
afterEach(() => rmSync(folder, { recursive: true }));

it("offers a language as soon as every text is there, and not before", () => {
  write("de/app.json", { menu: { open: "Öffnen" } });
  expect(completeLanguages(folder)).toEqual(["en"]);
  write("de/resources/domains.json", {});
  expect(completeLanguages(folder)).toEqual(["en"]);
  write("de/resources/domains.json", { name: "Domäne" });
  expect(completeLanguages(folder)).toEqual(["en", "de"]);
});
