import type {
  Condition,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  RuleEntry,
  WireRecord,
} from "../schema/descriptor.ts";
import { valueAtPointer } from "../schema/valueAt.ts";
import { fieldAtPointer } from "../validation/errors.ts";
import { explainFormat } from "../validation/formatExplanations.ts";
import { caseIdOf, caseLabel, ruleIdOf, shortRule } from "./caseIds.ts";
import { exampleItem } from "./ruleExamples.ts";
import { type Sample, type SampleOptions, sampleRecord, sampleValue, sampleWithValueAt } from "./samples.ts";

/** One test value of a rule: a record that satisfies it, or one that breaks it. */
export interface RuleCase {
  /** `admins/login:minLength:refuses-1-shorter`: the same for as long as resource, field, rule and value are. */
  readonly id: string;
  /** `admins /login minLength refuses 1 shorter` */
  readonly name: string;
  readonly rule: RuleEntry;
  readonly expects: "accepted" | "refused";
  readonly mode: "create" | "update";
  readonly value: Json | undefined;
  readonly valid: WireRecord;
  readonly record: WireRecord;
  /** The stored record of a change that depends on it. */
  readonly previous?: WireRecord;
  /** Assumed related values, by path. */
  readonly related: ReadonlyMap<string, Json>;
}

export type CaseOptions = Omit<SampleOptions, "satisfy" | "given">;

/**
 * Every test value of the rule as a case, under each of its conditions. A rule whose good values are those of any valid
 * record has one accepted case; one that only other records can break has no refused one.
 */
export function casesOf(rule: RuleEntry, descriptor: ResourceDescriptor, options: CaseOptions): RuleCase[] {
  return underEach(rule).flatMap((entry, index) => {
    const valid = sampleFor(entry, descriptor, options);
    const validValues = entry.valid.length > 0 ? entry.valid : [ownValue(entry, descriptor, valid.record, options)];
    const condition = index + 1;
    return [
      ...validValues.map((value) => caseOf(entry, descriptor, options, { value, expects: "accepted", condition })),
      ...entry.invalid.map((value) => caseOf(entry, descriptor, options, { value, expects: "refused", condition })),
    ];
  });
}

/** The rule as it is, for which samples meet the first of several conditions, and under each of the others. */
function underEach(rule: RuleEntry): readonly RuleEntry[] {
  const { anyOf } = (rule.when ?? {}) as { readonly anyOf?: readonly Condition[] };
  return Array.isArray(anyOf) ? [rule, ...anyOf.slice(1).map((when: Condition) => ({ ...rule, when }))] : [rule];
}

interface Tried {
  readonly value: Json | undefined;
  readonly expects: RuleCase["expects"];
  /** Number of the condition that is met, from 1. */
  readonly condition?: number;
}

function caseOf(rule: RuleEntry, descriptor: ResourceDescriptor, options: CaseOptions, tried: Tried): RuleCase {
  const { value, expects, condition = 1 } = tried;
  const { record: valid, related } = sampleFor(rule, descriptor, options, expects === "accepted" ? value : undefined);
  const without = Object.entries(rule.with ?? {}).flatMap(([pointer, other]) =>
    other === null ? [pointer.slice(1)] : [],
  );
  const under =
    (condition > 1 ? ` under condition ${condition}` : "") +
    (without.length > 0 ? ` without ${without.join(" and ")}` : "");
  const label = `${expects === "accepted" ? "accepts" : "refuses"} ${caseLabel(rule, value)}${under}`;
  return {
    id: caseIdOf(ruleIdOf(rule), label),
    name: `${rule.resource} ${rule.pointer} ${shortRule(rule)}${rule.when ? " (shown)" : ""} ${label}`,
    rule,
    expects,
    mode: modeOf(rule),
    value,
    valid,
    record: withValue(rule, descriptor, valid, value, options),
    ...(rule.rule === "transition" && { previous: { ...valid, [rule.pointer.slice(1)]: rule.params.from ?? null } }),
    related,
  };
}

/** A record that the rule applies to; a value that controls the visibility of other fields does so here too. */
function sampleFor(rule: RuleEntry, descriptor: ResourceDescriptor, options: CaseOptions, value?: Json): Sample {
  const name = rule.pointer.slice(1);
  const initial = value !== undefined && !name.includes("/") ? { [name]: value } : undefined;
  return sampleRecord(descriptor, { ...options, satisfy: rule.when, given: initial });
}

/** The record with the other values the rule needs, and the value in its field. */
export function withValue(
  rule: RuleEntry,
  descriptor: ResourceDescriptor,
  record: WireRecord,
  value: Json | undefined,
  options: CaseOptions,
): WireRecord {
  const beside = Object.entries(rule.with ?? {}).reduce(
    (changed, [pointer, other]) => sampleWithValueAt(descriptor, changed, pointer, other, options),
    record,
  );
  return sampleWithValueAt(descriptor, beside, rule.pointer, value, options);
}

/** The value of a valid record; for an empty list, that of a first entry. */
export function ownValue(
  rule: Pick<RuleEntry, "pointer">,
  { fields }: Pick<ResourceDescriptor, "fields">,
  record: WireRecord,
  options: SampleOptions,
): Json | undefined {
  const currentValue = valueAtPointer(record, rule.pointer);
  if (currentValue !== undefined) return currentValue;
  const field = fieldAtPointer(fields, rule.pointer);
  if (!field) return undefined;
  return /\/\d+$/.test(rule.pointer) ? entryOf(field, options) : sampleValue(field, options);
}

/** An entry of a list whose entries are scalars. */
function entryOf(field: FieldDescriptor, options: SampleOptions): Json {
  return field.reference ? options.idOf(field.reference.resource) : exampleItem(field, 0);
}

/** The form where the rule applies: the create form if possible. */
export function modeOf({ mode, when }: Pick<RuleEntry, "mode" | "when">): "create" | "update" {
  const requiredMode = (when as { readonly $mode?: "create" | "update" } | undefined)?.$mode;
  return mode ?? requiredMode ?? "create";
}

/** The rule as it refuses the value: some formats say what is wrong with it. */
export function expectedErrorOf({ rule, value }: Pick<RuleCase, "rule" | "value">): RuleEntry {
  const explanation = rule.rule === "format" ? explainFormat(rule.params.format, value) : null;
  return explanation ? { ...rule, key: explanation.key, params: { ...rule.params, ...explanation.params } } : rule;
}

interface ReportedError {
  readonly pointer: string;
  readonly rule: string;
  readonly key?: string;
}

/** Whether one of these errors reports this rule, at its field and by its message. */
export function reportsRule(
  errors: readonly ReportedError[],
  rule: Pick<RuleEntry, "pointer" | "rule" | "key">,
): boolean {
  return errors.some(
    (error) =>
      error.pointer === rule.pointer && error.rule === rule.rule && (error.key === undefined || error.key === rule.key),
  );
}

/** Values that satisfy the rule: those of the book, or the one of a valid record. */
export function validValuesOf(rule: RuleEntry, descriptor: ResourceDescriptor, options: CaseOptions): readonly Json[] {
  if (rule.valid.length > 0) return rule.valid;
  const sampled = ownValue(rule, descriptor, sampleFor(rule, descriptor, options).record, options);
  return sampled === undefined ? [] : [sampled];
}

/** The case for a value that the book may not have. */
export function caseWith(
  rule: RuleEntry,
  descriptor: ResourceDescriptor,
  options: CaseOptions,
  value: Json | undefined,
): RuleCase {
  return caseOf(rule, descriptor, options, { value, expects: "accepted" });
}
