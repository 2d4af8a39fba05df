import { createHash } from "node:crypto";
import type { KnownPreferences } from "../../../core/telephony/deviceTemplates/provisioning.ts";
import type { ProvisioningField } from "../../../core/telephony/deviceTemplates/provisioningFields.ts";
import type { SectionName } from "../../../core/telephony/deviceTemplates/provisioningSections.ts";
import { neededKindOf } from "../../../core/telephony/preferenceKind.ts";
import { businessError } from "../../../core/validation/businessRules.ts";
import { validationFailed } from "../../../core/validation/errors.ts";
import { evaluate, evaluateBefore } from "../../evaluation/evaluate.ts";
import type { Filled, LineValues, PartQuestion, TemplateOutline, TemplateSource } from "./templateEvaluator.ts";

export const knownPreferences: KnownPreferences = {
  contract_preferences: neededKindOf("customers").preferences.map(({ attribute }) => attribute),
  subscriber_preferences: neededKindOf("subscribers").preferences.map(({ attribute }) => attribute),
};

export interface RunnableTemplate {
  readonly fields: readonly ProvisioningField[];
  readonly sections: ReadonlySet<SectionName>;
  /** A part with its computed values, for each line. */
  fill(part: PartQuestion["part"], lines: readonly LineValues[]): Promise<readonly Filled[]>;
}

export const digestOf = (text: string) => createHash("sha256").update(text).digest("base64");

const questionOf = (text: string) => ({
  pointer: "/template",
  answer: (): TemplateSource => ({ text, preferences: knownPreferences }),
});

export function outlineTemplate(text: string): Promise<TemplateOutline> {
  return evaluateBefore("readProvisioning", { digest: digestOf(text) }, questionOf(text));
}

/** Prepares a stored template; throws 422 for faults, and for scripts, as no code runs on this platform. */
export async function prepareProvisioning({
  template,
  lang,
}: {
  readonly template: string;
  readonly lang: string;
}): Promise<RunnableTemplate> {
  const { model, faults } = await outlineTemplate(template);
  const errors = faults.map(({ rule, line, params }) => businessError("/template", rule, { line, ...params }));
  if (lang === "perl") errors.unshift(businessError("/template", "templateLang"));
  for (const line of model?.scripts ?? []) errors.push(businessError("/template", "templateScript", { line }));
  if (model?.sections.length === 0) errors.push(businessError("/template", "templateNothing"));
  if (!model || errors.length > 0) throw validationFailed(errors);
  const digest = digestOf(template);
  return {
    fields: model.fields,
    sections: new Set(model.sections),
    fill: (part, lines) => evaluate("fillProvisioning", { digest, part, lines }, questionOf(template)),
  };
}
