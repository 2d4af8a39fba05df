import { expect, it } from "vitest";
import { allCases, bookedResources, moduleOf } from "../../scripts/rules/verify/book.ts";
import { isSetByForm } from "../../scripts/rules/verify/formPath.ts";
import { expectedErrorOf, type RuleCase, reportsRule } from "../../src/core/rulebook/cases.ts";
import { validateRecord } from "../../src/core/validation/validateRecord.ts";
import { loadOverride } from "../../src/panel/resources/customParts.ts";
import { formErrors } from "./formResolver.ts";

const cases = allCases(bookedResources()).filter(({ rule }) => rule.side === "both");

it("the form's resolver reports the first error of each field that the validator finds", async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const entry of cases) {
    const { rule, record, related, mode, valid } = entry;
    const module = moduleOf(rule.resource);
    const override = await loadOverride(rule.resource);
    if (!isApplicable(entry, override)) continue;
    tried++;
    const context = { mode, related: (path: string) => related.get(path) };
    const errors = await formErrors(
      { module, values: typedValues(entry), record: mode === "update" ? valid : undefined, ...context } as never,
      override,
    );
    const expected = new Map<string, string>();
    for (const { pointer, key } of validateRecord(module, record, context).errors) {
      if (!expected.has(pointer)) expected.set(pointer, key);
    }
    const told = expectedErrorOf(entry);
    const reported = errors.map(({ pointer, key }) => `${key} at ${pointer}`);
    const isExpected = override.toWire
      ? // Forms with their own toWire report errors where the form has the field.
        entry.expects === "accepted" || reportsRule(errors, told) || expected.get(rule.pointer) !== told.key
      : reported.join() === [...expected].map(([pointer, key]) => `${key} at ${pointer}`).join();
    if (!isExpected) wrong.push(`${entry.name}: ${reported.join(", ")}`);
  }
  console.log(`rule book: ${tried} cases through the forms' resolver`);
  expect(wrong).toEqual([]);
});

/** A package alone brings its profile: the form asks for one only without it. */
function typedValues({ rule, record }: RuleCase): RuleCase["record"] {
  const isOfProfile = rule.pointer === "/billing_profile_id" && rule.rule === "required";
  return isOfProfile && "profile_package_id" in record ? { ...record, profile_package_id: null } : record;
}

/** Forms that omit a field or set it themselves cannot break its rules. */
function isApplicable({ rule }: RuleCase, override: Awaited<ReturnType<typeof loadOverride>>): boolean {
  if (isSetByForm(rule)) return false;
  if (override.fieldComponents?.[rule.pointer.split("/")[1] ?? ""] === null) return false;
  const isOwnList = override.toWire !== undefined && rule.pointer === "/billing_profiles";
  return !isOwnList || !["required", "type", "minItems"].includes(rule.rule);
}
