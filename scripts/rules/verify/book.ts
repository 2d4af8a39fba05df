import type { RuleEntry } from "../../../src/core/descriptor.ts";
import type { ResourceModule } from "../../../src/core/resourceModule.ts";
import { type CaseOptions, casesOf, type RuleCase } from "../../../src/core/rulebook/cases.ts";
import { resources } from "../../../src/generated/all.gen.ts";

/** Names of the resources that have a form, and so rules. */
export async function bookedResources(): Promise<string[]> {
  const names = Object.keys(resources);
  const counts = await Promise.all(names.map(async (name) => (await rulesOf(name)).length));
  return names.filter((_, index) => counts[index] !== 0);
}

export async function rulesOf(resource: string): Promise<readonly RuleEntry[]> {
  moduleOf(resource);
  const { rules } = (await import(`../../../src/generated/rules/${resource}.gen.ts`)) as {
    rules: readonly RuleEntry[];
  };
  return rules;
}

export function moduleOf(resource: string): ResourceModule {
  const module = resources[resource];
  if (!module) throw new Error(`no resource ${resource}`);
  return module;
}

/** Stands for records that nobody has to make: only a platform asks whether they are there. */
export const noRecords: CaseOptions = { seed: "rule", idOf: () => 1 };

export async function allCases(names: readonly string[], options: CaseOptions = noRecords): Promise<RuleCase[]> {
  const cases = names.map(async (name) => {
    const { descriptor } = moduleOf(name);
    return (await rulesOf(name)).flatMap((rule) => casesOf(rule, descriptor, options));
  });
  return (await Promise.all(cases)).flat();
}
