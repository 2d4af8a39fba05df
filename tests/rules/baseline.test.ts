import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findUnapproved } from "../../scripts/rules/baseline/baseline.ts";
import { baselineChanges, formatChange } from "../../scripts/rules/baseline/changes.ts";
import { chosenNames } from "../../scripts/rules/verify/book.ts";
import { root } from "../../scripts/toolchain.mjs";

const scratch = mkdtempSync(join(tmpdir(), "patchbay-baseline-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const found = findUnapproved(root, process.env.RESOURCES ? chosenNames : undefined);

it("is what was approved; otherwise: npm run rules -- baseline, and commit docs/rules-baseline.txt", () => {
  expect("problem" in found ? [found.problem] : found.changes.map(formatChange)).toEqual([]);
});

it("tells what was added, removed or changed", () => {
  const before = "# head\n\na/b:maximum 100\na/b:required\na: ccare may look up\n";
  const after = "a/b:maximum 101\na/c:required when type is x\na: ccare may read\na: reseller may read\n";
  expect(baselineChanges(before, after).map(formatChange)).toEqual([
    "a/b:maximum 100 -> 101",
    "removed: a/b:required",
    "added: a/c:required when type is x",
    "a: ccare may read, before: look up",
    "added: a: reseller may read",
  ]);
  expect(baselineChanges(before, before)).toEqual([]);
});

it("refuses generated code that is not what the schemas say", () => {
  for (const folder of ["src/generated", "docs", "i18n", "schemas"])
    cpSync(join(root, folder), join(scratch, folder), { recursive: true });
  const schema = join(scratch, "schemas/resources/domains.schema.json");
  const text = readFileSync(schema, "utf8");
  writeFileSync(schema, text.replace('"ccare": "lookup"', '"ccare": "read"'));
  const stale = findUnapproved(scratch);
  expect("problem" in stale && stale.problem.split("\n")).toEqual(
    expect.arrayContaining([
      "The schemas say something else: npm run codegen",
      "  src/generated/descriptors/domains.gen.ts",
      "  docs/reference/permissions.md",
    ]),
  );
});
