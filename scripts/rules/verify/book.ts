import { type BusinessEntry, businessRulesOf } from "../../../src/core/rulebook/businessBook.ts";
import { type CaseOptions, casesOf, type RuleCase } from "../../../src/core/rulebook/cases.ts";
import { formRulesOf } from "../../../src/core/rulebook/formRules.ts";
import {
  preferenceBusinessRulesOf,
  preferenceModule,
  preferenceRulesOf,
} from "../../../src/core/rulebook/preferenceRules.ts";
import type { Condition, ConditionValue, Json, RuleEntry } from "../../../src/core/schema/descriptor.ts";
import type { ResourceModule } from "../../../src/core/schema/resourceModule.ts";
import {
  findPreferenceKind,
  preferenceKindOf,
  preferenceKinds,
  valuesResource,
} from "../../../src/core/telephony/preferenceKind.ts";
import { resources } from "../../../src/generated/all.gen.ts";

/** The resources that the environment limits a run to: `RESOURCES=vouchers,domains npm test`. */
export const limitedTo: readonly string[] | undefined = process.env.RESOURCES?.split(",");
/** Resources under test. */
export const chosenNames: readonly string[] = limitedTo ?? Object.keys(resources);
for (const name of chosenNames) moduleOf(name);

/** Chosen resources that have a form, and therefore rules. */
export function bookedResources(): string[] {
  return chosenNames.filter((name) => bookRulesOf(name).length > 0);
}

/** Preferences of chosen resources, by the name under which the API has their values. */
export function bookedPreferences(): string[] {
  return preferenceKinds.filter(({ owner }) => chosenNames.includes(owner.resource)).map(valuesResource);
}

export function bookRulesOf(resource: string): readonly RuleEntry[] {
  const kind = findPreferenceKind(resource);
  return kind ? preferenceRulesOf(resource, kind) : formRulesOf(moduleOf(resource).descriptor);
}

/** Rules about other records: those of a form, and of its preferences. */
export function businessBook(resource: string): readonly BusinessEntry[] {
  const { descriptor } = moduleOf(resource);
  const kind = preferenceKindOf(resource);
  return [
    ...(findPreferenceKind(resource) ? [] : businessRulesOf(descriptor, (name) => moduleOf(name).descriptor)),
    ...(kind ? preferenceBusinessRulesOf(valuesResource(kind), kind.preferences) : []),
  ];
}

const preferenceModules = new Map<string, ResourceModule>();

/** The module of a resource; for preferences that of their owner, with fields for them alone. */
export function moduleOf(resource: string): ResourceModule {
  const known = resources[resource] ?? preferenceModules.get(resource);
  if (known) return known;
  const kind = findPreferenceKind(resource);
  if (!kind) throw new Error(`no resource ${resource}`);
  const module = preferenceModule(resource, kind, moduleOf(kind.owner.resource));
  preferenceModules.set(resource, module);
  return module;
}

/** Placeholder ids for checks without a platform, which alone verifies that references exist. */
export const noRecords: CaseOptions = { seed: "rule", idOf: () => 1 };

export function allCases(names: readonly string[], options: CaseOptions = noRecords): RuleCase[] {
  return names.flatMap((name) =>
    bookRulesOf(name).flatMap((rule) => casesOf(rule, moduleOf(name).descriptor, options)),
  );
}

/** Values that a condition requires, by path: a value, or "any" that there is; of alternatives, the first counts. */
export function requiredValues(when: Condition | undefined): (readonly [path: string, value: Json])[] {
  if (!when) return [];
  const { anyOf } = when as { readonly anyOf?: readonly Condition[] };
  if (Array.isArray(anyOf)) return requiredValues(anyOf[0]);
  return Object.entries(when as Record<string, ConditionValue>).flatMap(
    ([path, required]): (readonly [string, Json])[] => {
      if (path === "$mode") return [];
      if (Array.isArray(required)) return [[path, (required as readonly Json[])[0] ?? null]];
      if (typeof required !== "object" || required === null) return [[path, required as Json]];
      const { not } = required as { readonly not: Json };
      return [[path, typeof not === "boolean" ? !not : "any"]];
    },
  );
}
