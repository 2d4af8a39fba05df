import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { approve, findUnapproved } from "../../scripts/rules/baseline/baseline.ts";
import { baselineChanges, formatChange, formatChanges } from "../../scripts/rules/baseline/changes.ts";
import { chosenNames } from "../../scripts/rules/verify/book.ts";
import { root } from "../../scripts/toolchain.mjs";

const scratch = mkdtempSync(join(tmpdir(), "patchbay-baseline-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const found = findUnapproved(root, process.env.RESOURCES ? chosenNames : undefined);

it("is what was approved; otherwise: npm run rules -- approve, and commit docs/rules-baseline.txt", () => {
  expect("problem" in found ? [found.problem] : found.changes.map(formatChange)).toEqual([]);
});

it("tells what was added, removed or changed", () => {
  const before = '# head\n\na/b:maximum 100\na/b:minimum 1 "From 1"\na/b:required\na: ccare may look up\n';
  const after =
    'a/b:maximum 101\na/b:minimum 2 "From 2"\na/c:required when type is x\na: ccare may read\na: reseller may read\n';
  expect(baselineChanges(before, after).map(formatChange)).toEqual([
    "a/b:maximum 100 -> 101",
    'a/b:minimum 1 -> 2, says "From 2"',
    "removed: a/b:required",
    "added: a/c:required when type is x",
    "a: ccare may read, before: look up",
    "added: a: reseller may read",
  ]);
  expect(baselineChanges(before, before)).toEqual([]);
});

it("says once what many rules say", () => {
  const before = 'a/b:required "Missing"\na/c:required "Missing"\na/d:required on create "Missing"\n';
  expect(formatChanges(baselineChanges(before, before.replaceAll("Missing", "Needed")))).toBe(
    'a/b:required and 2 more says "Needed", before: "Missing"',
  );
});

it("approves rules by name, with a reason that stays", () => {
  const told = vi.spyOn(console, "error").mockReturnValue();
  vi.spyOn(console, "log").mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  copyProject();
  const file = join(scratch, "docs/rules-baseline.txt");
  const committed = readFileSync(file, "utf8");
  const earlier = committed
    .replace(/^(customers\/vat_rate:maximum) 100/m, "$1 99")
    .replace(/^customers\/vat_rate:minimum .*\n/m, "")
    .replace("domains: ccare may look up", "domains: ccare may read");
  writeFileSync(file, earlier);
  expect(approve({ ids: ["customers/vat_rate:maximun", "customers/vat_rate:type"], why: "law" }, scratch)).toBe(2);
  expect(told.mock.lastCall?.[0]).toBe(
    [
      "there is no rule or right customers/vat_rate:maximun; did you mean customers/vat_rate:maximum?",
      "customers/vat_rate:type is as approved",
    ].join("\n"),
  );
  const ids = ["customers/vat_rate:maximum", "customers/vat_rate:minimum"];
  expect(approve({ ids }, scratch)).toBe(2);
  expect(told.mock.lastCall?.[0]).toBe('say why: --why "..."');
  expect(readFileSync(file, "utf8")).toBe(earlier);

  expect(approve({ ids, why: "The law\nof 2026" }, scratch)).toBe(0);
  const reasons = ids.map((id) => `# why ${id}: The law of 2026\n`).join("");
  expect(readFileSync(file, "utf8")).toBe(
    `${committed.replace("domains: ccare may look up", "domains: ccare may read")}\n${reasons}`,
  );
  expect(approve({}, scratch)).toBe(0);
  expect(readFileSync(file, "utf8")).toBe(`${committed}\n${reasons}`);
});

it("refuses generated code that is not what the schemas say", () => {
  copyProject();
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

/** Copies the folders that the baseline is made of. */
function copyProject(): void {
  for (const folder of ["src/generated", "docs", "i18n", "schemas"])
    cpSync(join(root, folder), join(scratch, folder), { recursive: true });
}
