import type { Json, RuleEntry } from "../schema/descriptor.ts";
import { codePointLength } from "../values/codePointLength.ts";

type RuleIdentity = Pick<RuleEntry, "rule" | "params" | "key">;

/** `minLength`, `format iban`, `password digits`, `fixed`: tells the rules of a field apart. */
export function shortRule({ rule, params, key }: RuleIdentity): string {
  const [, group, name] = key.split(".");
  if (rule === "business") return name ?? rule;
  if (rule === "format") return group === "format" ? `format ${String(params.format)}` : `${group} ${name}`;
  if (rule === "transition") return params.from === null ? "beginning" : `transition from ${String(params.from)}`;
  return rule;
}

/** `admins/login:minLength`: an id for test management, independent of the other rules. */
export function ruleIdOf(rule: RuleIdentity & Pick<RuleEntry, "resource" | "pointer">): string {
  return placedRuleId({ ...rule, rule: shortRule(rule) });
}

/** The same, of a rule given by its short name. */
export function placedRuleId({ resource, pointer, rule }: Pick<RuleEntry, "resource" | "pointer"> & { rule: string }) {
  return `${resource}${pointer}:${rule.replaceAll(" ", "-")}`;
}

/** An id from what the case tries, not from its position among others: new examples leave it alone. */
export function caseIdOf(ruleId: string, label: string): string {
  const plain = encodeURIComponent(label.replaceAll(" ", "-")).replaceAll("'", "%27");
  return `${ruleId}:${plain}`;
}

/** The relation of a value to a rule: `1 longer`, `at the limit`, `0.01 above`, `equal`; else the value itself. */
export function caseLabel(
  rule: Pick<RuleEntry, "rule" | "params" | "with" | "valid" | "invalid">,
  value: Json | undefined,
): string {
  const { limit } = rule.params;
  if (value === undefined || value === null) return "nothing";
  // One that any valid record has, and that differs from record to record.
  if (![...rule.valid, ...rule.invalid].includes(value)) return "a valid record";
  switch (rule.rule) {
    case "minimum":
    case "maximum":
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return distance(Number(value), Number(limit), "above", "below");
    case "minLength":
    case "maxLength":
      return distance(codePointLength(String(value)), Number(limit), "longer", "shorter");
    case "minItems":
    case "maxItems":
      return distance(Array.isArray(value) ? value.length : 0, Number(limit), "more", "fewer");
    case "before":
      return orderLabel(Object.values(rule.with ?? {})[0], value);
    case "type":
      return typeLabel(value);
    default:
      return shortened(typeof value === "string" ? value : JSON.stringify(value));
  }
}

function distance(value: number, limit: number, more: string, less: string): string {
  const difference = Number(Math.abs(value - limit).toFixed(2));
  return difference === 0 ? "at the limit" : `${difference} ${value > limit ? more : less}`;
}

/** A day apart is as close as dates get, and a second for times. */
function orderLabel(startValue: Json | undefined, value: Json): string {
  const [start, end] = [millisecondsOf(startValue), millisecondsOf(value)];
  if (start === end) return "equal";
  const step = /^\d+-\d+-\d+$/.test(String(value)) ? 86_400_000 : 1000;
  return `${Math.abs(end - start) <= step ? "just" : "long"} ${end > start ? "after" : "before"}`;
}

function millisecondsOf(value: Json | undefined): number {
  return Date.parse(/^\d\d:/.test(String(value)) ? `1970-01-01T${value}Z` : String(value));
}

function typeLabel(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "number") return Number.isInteger(value) ? "a number" : "a fraction";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value === "string" ? "text" : typeof value}`;
}

/** A label stays short enough for an id, and still is the value's own. */
function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 20)}… ${text.length} ${hashOf(text)}` : text;
}

/** FNV-1a, in the browser as well: tells long values apart, no more. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
