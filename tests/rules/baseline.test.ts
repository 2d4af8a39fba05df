import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { unapprovedIn } from "../../scripts/rules/baseline/baseline.ts";
import { changesBetween, changeText } from "../../scripts/rules/baseline/changes.ts";
import { ruleLines } from "../../scripts/rules/baseline/ruleLines.ts";
import { chosenNames } from "../../scripts/rules/verify/book.ts";
import { root } from "../../scripts/toolchain.mjs";

const scratch = mkdtempSync(join(tmpdir(), "patchbay-baseline-"));
afterAll(() => rmSync(scratch, { recursive: true }));

const found = unapprovedIn(root, process.env.RESOURCES ? chosenNames : undefined);

it("is what was approved; otherwise: npm run rules -- baseline, and commit docs/rules-baseline.txt", () => {
  expect("problem" in found ? [found.problem] : found.changes.map(changeText)).toEqual([]);
});

it("has a line for each rule with its bound and condition", () => {
  expect(ruleLines("customers")).toEqual(
    expect.arrayContaining([
      "customers/vat_rate:maximum 100",
      "customers/billing_profile_id:required when billing_profile_definition is id",
      "customers/type:fixed on update",
      "customers/contact_id:terminated",
    ]),
  );
  expect(ruleLines("admins")).toContain("admins/password:password-digits 1");
  expect(ruleLines("vouchers")).toContain("vouchers/code:unique within reseller_id");
});

it("has a line for each right of a role, to a resource, its fields and pages", () => {
  expect("text" in found && found.text.split("\n")).toEqual(
    expect.arrayContaining([
      "domains: ccare may look up",
      "admins: resellerMaster may read, create, update, delete others",
      "vouchers/code: requires-billing_data to read, create, update, delete",
      "page.domain.preferences: reseller may read",
      "roles/derivation: 5 superuser when role is admin and is_superuser is true",
    ]),
  );
});

it("tells what was added, removed or changed", () => {
  const before = "# head\n\na/b:maximum 100\na/b:required\na: ccare may look up\n";
  const after = "a/b:maximum 101\na/c:required when type is x\na: ccare may read\na: reseller may read\n";
  expect(changesBetween(before, after).map(changeText)).toEqual([
    "a/b:maximum 100 -> 101",
    "removed: a/b:required",
    "added: a/c:required when type is x",
    "a: ccare may read, before: look up",
    "added: a: reseller may read",
  ]);
  expect(changesBetween(before, before)).toEqual([]);
});

it("refuses generated code that is not what the schemas say", () => {
  for (const folder of ["src/generated", "docs", "i18n", "schemas"])
    cpSync(join(root, folder), join(scratch, folder), { recursive: true });
  const schema = join(scratch, "schemas/entities/domains.schema.json");
  const text = readFileSync(schema, "utf8");
  writeFileSync(schema, text.replace('"ccare": "lookup"', '"ccare": "read"'));
  const stale = unapprovedIn(scratch);
  expect("problem" in stale && stale.problem.split("\n")).toEqual(
    expect.arrayContaining([
      "The schemas say something else: npm run codegen",
      "  src/generated/descriptors/domains.gen.ts",
      "  docs/reference/permissions.md",
    ]),
  );
});
