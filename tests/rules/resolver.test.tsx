import { expect, it } from "vitest";
import { allCases, bookedResources, moduleOf } from "../../scripts/rules/verify/book.ts";
import { formErrors, overrideOf } from "../../scripts/rules/verify/formResolver.ts";
import { type RuleCase, tells } from "../../src/core/rulebook/cases.ts";
import { validateRecord } from "../../src/core/validate.ts";

const cases = (await allCases(await bookedResources())).filter(({ rule }) => rule.side === "both");

it("the forms' own check says of every case what the validator says, and of each field its first error", async () => {
  const wrong: string[] = [];
  let tried = 0;
  for (const entry of cases) {
    const { rule, record, related, mode, valid } = entry;
    const module = moduleOf(rule.resource);
    const override = await overrideOf(rule.resource);
    if (!canBeTried(entry, override)) continue;
    tried++;
    const context = { mode, related: (path: string) => related.get(path) };
    const errors = await formErrors(
      { module, values: record, record: mode === "update" ? valid : undefined, ...context } as never,
      override,
    );
    const expected = new Map<string, string>();
    for (const { pointer, key } of validateRecord(module, record, context).errors) {
      if (!expected.has(pointer)) expected.set(pointer, key);
    }
    const told = errors.map(({ pointer, key }) => `${key} at ${pointer}`);
    const isAsExpected = override.toWire
      ? // A form that makes the record itself puts errors where it has the field.
        entry.expects === "accepted" || tells(errors, rule) || expected.get(rule.pointer) !== rule.key
      : told.join() === [...expected].map(([pointer, key]) => `${key} at ${pointer}`).join();
    if (!isAsExpected) wrong.push(`${entry.name}: ${told.join(", ")}`);
  }
  console.log(`rule book: ${tried} cases through the forms' own check`);
  expect(wrong).toEqual([]);
});

/** A form that leaves a field out, or fills it in by itself, can not break its rules. */
function canBeTried({ rule }: RuleCase, override: Awaited<ReturnType<typeof overrideOf>>): boolean {
  if (override.fieldComponents?.[rule.pointer.split("/")[1] ?? ""] === null) return false;
  const isOwnList = override.toWire !== undefined && rule.pointer === "/billing_profiles";
  return !isOwnList || !["required", "type", "minItems"].includes(rule.rule);
}
