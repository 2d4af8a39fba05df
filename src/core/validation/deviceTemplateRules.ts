/** Faults of a template of a file; texts are `rules.business.<rule>`. */
export const directiveRules = [
  "directiveOpen",
  "directiveUnknown",
  "directiveUnreadable",
  "directiveEnd",
  "directiveMany",
  "directiveDeep",
  "variableUnknown",
] as const;

export type DirectiveRule = (typeof directiveRules)[number];

/** Faults of a provisioning template, beyond its placeholders. */
export const provisioningRules = ["yamlUnreadable", "yamlUnknown", "yamlField", "yamlMany"] as const;

export type ProvisioningRule = (typeof provisioningRules)[number];

/** Rules that a run of a template or a line of its file can break. */
export const runRules = [
  "templateScript",
  "templateLang",
  "templateNothing",
  "templateReseller",
  "templateNoReseller",
  "nameUnknown",
  "templateLeft",
  "templateUndone",
  "csvHeader",
] as const;

/** A rule that a text breaks, and the line, counted from 1. */
export interface LineFault<Rule extends string, Value = string> {
  readonly rule: Rule;
  readonly line: number;
  readonly params: Readonly<Record<string, Value>>;
}
