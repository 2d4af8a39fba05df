import { businessError } from "../../core/businessRules.ts";
import type { Json } from "../../core/descriptor.ts";
import { validationFailed } from "../../core/errors.ts";
import {
  Code,
  type KnownPreferences,
  type Part,
  type ProvisioningModel,
  readProvisioning,
} from "../../core/templates/provisioning.ts";
import { neededKindOf } from "../preferences/preferenceKind.ts";
import { type CompiledTemplate, compileLiquid, renderCompiled } from "./templateEngine.ts";

/** Preferences that templates can set. */
export const knownPreferences: KnownPreferences = {
  contract_preferences: neededKindOf("customers").preferences.map(({ attribute }) => attribute),
  subscriber_preferences: neededKindOf("subscribers").preferences.map(({ attribute }) => attribute),
};

/** What templates can name while a line is made. */
export type Values = Readonly<Record<string, unknown>>;

/** A template that can be run. */
export interface RunnableTemplate {
  readonly model: ProvisioningModel;
  /** The part with its computed values; throws 422 where a value takes too long or becomes too large. */
  fill(part: Part, values: Values): Json;
}

/** Prepares a stored template; throws 422 for faults, and for scripts, as no code runs on this platform. */
export function prepareProvisioning(stored: { readonly template: string; readonly lang: string }): RunnableTemplate {
  const { model, faults } = readProvisioning(stored.template, knownPreferences);
  const errors = faults.map(({ rule, line, params }) => businessError("/template", rule, { line, ...params }));
  if (stored.lang === "perl") errors.unshift(businessError("/template", "templateLang"));
  for (const { line } of model?.scripts ?? []) errors.push(businessError("/template", "templateScript", { line }));
  if (model?.sections.size === 0) errors.push(businessError("/template", "templateNothing"));
  if (!model || errors.length > 0) throw validationFailed(errors);
  return { model, fill: filler() };
}

/** Each computed value is compiled once for all lines. */
function filler(): RunnableTemplate["fill"] {
  const compiled = new Map<Code, CompiledTemplate>();
  const render = (code: Code, values: Values): Json => {
    try {
      const template = compiled.get(code) ?? compileLiquid(code.liquid, "lines");
      compiled.set(code, template);
      const text = renderCompiled(template, values).replace(/\n$/, "");
      return text === "" ? null : text;
    } catch (error) {
      const message = error instanceof Error ? error.message.replace(/, line:.*$/s, "").slice(0, 80) : "";
      throw validationFailed([businessError("/template", "directiveUnreadable", { line: code.line, text: message })]);
    }
  };
  const fill = (part: Part, values: Values): Json => {
    if (part instanceof Code) return render(part, values);
    if (Array.isArray(part)) return part.map((one: Part) => fill(one, values));
    if (typeof part !== "object" || part === null) return part as Json;
    const members = Object.entries(part as { readonly [name: string]: Part });
    return Object.fromEntries(members.map(([name, member]) => [name, fill(member, values)]));
  };
  return fill;
}
