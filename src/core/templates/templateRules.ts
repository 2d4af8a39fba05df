/** What is wrong with a template of a file; texts are `rules.business.<rule>`. */
export const directiveRules = [
  "directiveOpen",
  "directiveUnknown",
  "directiveUnreadable",
  "directiveEnd",
  "variableUnknown",
] as const;

export type DirectiveRule = (typeof directiveRules)[number];
