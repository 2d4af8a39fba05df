/** Faults of a template; texts are `rules.business.<rule>`. */
export const templateRules = [
  "templateSize",
  "templateText",
  "templateUnreadable",
  "templateForbidden",
  "templateUnknown",
  "templateValue",
  "templateImage",
  "templateHeight",
  "templateFlow",
] as const;

export type TemplateRule = (typeof templateRules)[number];
