import { describe, expect, it } from "vitest";
import { validateRecord } from "../../src/core/validate.ts";
import { resources } from "../../src/generated/all.gen.ts";
import { ruleCases, tells } from "../support/ruleCases.ts";

const options = { seed: "sample", idOf: () => 1 };

for (const [name, resource] of Object.entries(resources)) {
  const cases = (await ruleCases(name, options)).filter(({ rule }) => rule.side === "both");
  if (cases.length === 0) continue;
  describe(`the rules of ${name}`, () => {
    it.each(cases.map((entry) => [entry.name, entry] as const))("%s is refused", (_name, entry) => {
      const context = { mode: "create" as const, related: (path: string) => entry.related.get(path) };
      expect(validateRecord(resource, entry.valid, context).errors).toEqual([]);
      const { errors } = validateRecord(resource, entry.invalid, context);
      expect(
        errors.some((error) => tells([error], entry.rule)),
        JSON.stringify(errors),
      ).toBe(true);
    });
  });
}
