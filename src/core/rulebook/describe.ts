import { roles as rolesData } from "../../generated/permissions.gen.ts";
import { can } from "../access/access.ts";
import type { Condition, ConditionValue, Json, ResourceDescriptor, RuleEntry } from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { modeOf } from "./cases.ts";

/** Texts for putting a condition into words. */
export interface ConditionTexts {
  readonly say: (key: string, params?: Readonly<Record<string, string>>) => string;
  readonly label: (path: string) => string;
  readonly value: (path: string, value: Json) => string;
}

/** A condition as a sentence: "Type is Cloud PBX and Pilot is yes". */
export function conditionText(condition: Condition, texts: ConditionTexts): string {
  const { anyOf } = condition as { readonly anyOf?: readonly Condition[] };
  const { say } = texts;
  if (Array.isArray(anyOf)) {
    return joined(
      anyOf.map((part) => conditionText(part, texts)),
      (pair) => say("rulebook.when.or", pair),
    );
  }
  const parts = Object.entries(condition as Record<string, ConditionValue>).map(([path, expected]) =>
    partText(path, expected, texts),
  );
  return joined(parts, (pair) => say("rulebook.when.and", pair));
}

function joined(parts: readonly string[], join: (pair: { readonly one: string; readonly other: string }) => string) {
  return parts.length === 0 ? "" : parts.reduce((one, other) => join({ one, other }));
}

function partText(path: string, expected: ConditionValue, { say, label, value }: ConditionTexts): string {
  if (path === "$mode") return say(expected === "create" ? "rulebook.when.create" : "rulebook.when.update");
  const field = label(path);
  const isNot = isObject(expected as Json);
  const operand = isNot ? (expected as { readonly not: Json }).not : (expected as Json);
  if (operand === null) return say(isNot ? "rulebook.when.set" : "rulebook.when.empty", { field });
  const values = (Array.isArray(operand) ? operand : [operand]).map((item) => value(path, item));
  return say(isNot ? "rulebook.when.isNot" : "rulebook.when.is", {
    field,
    value: joined(values, (pair) => say("rulebook.when.orValue", pair)),
  });
}

/** Roles that can break the rule: those that may set the field in its form. */
export function rolesThatCanBreak(
  descriptor: ResourceDescriptor,
  rule: Pick<RuleEntry, "pointer" | "mode" | "when">,
): string[] {
  const field = descriptor.fields.find(({ name }) => name === rule.pointer.split("/")[1]);
  const right = modeOf(rule) === "create" ? "create" : "update";
  const admin = { call_data: true, billing_data: true };
  return rolesData.roles
    .map(({ name }) => name)
    .filter((role) => can({ role, adminId: 0, admin }, descriptor, right, field ? { field } : {}));
}

/** The bound of a rule, as JSON: `8`, `["a","b"]`, `iban`; empty for rules without one. */
export function boundOf({ rule, params }: Pick<RuleEntry, "rule" | "params">): string {
  const value =
    params.limit ??
    params.allowedValues ??
    params.allowedValue ??
    params.pattern ??
    params.format ??
    params.type ??
    params.resource ??
    params.fields;
  if (value === undefined || rule === "required") return "";
  return Array.isArray(value) ? value.join(", ") : String(value);
}
