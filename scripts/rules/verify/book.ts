import type { RuleEntry } from "../../../src/core/descriptor.ts";
import type { ResourceModule } from "../../../src/core/resourceModule.ts";
import { type CaseOptions, casesOf, type RuleCase } from "../../../src/core/rulebook/cases.ts";
import { rulesOf as rulesOfForm } from "../../../src/core/rulebook/formRules.ts";
import { resources } from "../../../src/generated/all.gen.ts";

/** Resources under test: all, or those in the environment: `RESOURCES=vouchers,domains npm test`. */
export const chosenNames: readonly string[] = process.env.RESOURCES?.split(",") ?? Object.keys(resources);
for (const name of chosenNames) moduleOf(name);

/** Chosen resources that have a form, and therefore rules. */
export function bookedResources(): string[] {
  return chosenNames.filter((name) => rulesOf(name).length > 0);
}

export function rulesOf(resource: string): readonly RuleEntry[] {
  return rulesOfForm(moduleOf(resource).descriptor);
}

export function moduleOf(resource: string): ResourceModule {
  const module = resources[resource];
  if (!module) throw new Error(`no resource ${resource}`);
  return module;
}

/** Placeholder ids for checks without a platform, which alone verifies that references exist. */
export const noRecords: CaseOptions = { seed: "rule", idOf: () => 1 };

export function allCases(names: readonly string[], options: CaseOptions = noRecords): RuleCase[] {
  return names.flatMap((name) => rulesOf(name).flatMap((rule) => casesOf(rule, moduleOf(name).descriptor, options)));
}
