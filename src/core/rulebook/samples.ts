import { formatExamples } from "../../generated/formatExamples.gen.ts";
import type {
  Condition,
  ConditionValue,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../schema/descriptor.ts";
import { isObject } from "../schema/isObject.ts";
import { wireTypes } from "../schema/kinds.ts";
import { isConditionMet } from "../validation/conditions.ts";
import { checkCrossRules } from "../validation/crossRules.ts";
import { nextStatuses } from "../validation/transitions.ts";
import { exampleEntries, exampleNumber } from "./ruleExamples.ts";
import { farApart, moments } from "./rulesBetween.ts";
import { sampleFile } from "./sampleFiles.ts";

export interface SampleOptions {
  /** Makes unique texts differ between records. */
  readonly seed: string;
  /** Id to use where a field references a resource. */
  readonly idOf: (resource: string) => number;
  /** A condition the record must satisfy, so that a conditional field is shown. */
  readonly satisfy?: Condition;
  /** Fixed values of the record. */
  readonly given?: WireRecord;
}

export interface Sample {
  readonly record: WireRecord;
  /** Assumed related values, by path, that `satisfy` and the record's own conditions need. */
  readonly related: ReadonlyMap<string, Json>;
}

const PASSWORD = "Pl3nty-strong";
/** A valid record, generated from its descriptor alone. */
export function sampleRecord(descriptor: ResourceDescriptor, options: SampleOptions): Sample {
  const desired = options.satisfy ? valuesFor(options.satisfy, descriptor.fields) : new Map<string, Json>();
  const related = new Map([...desired].filter(([path]) => path.includes(".")));
  const record: WireRecord = {};
  const first = nextStatuses(descriptor, (from) => from === null);
  const isStatus = ({ name }: FieldDescriptor) => name === descriptor.statusTransitions?.field;
  for (const field of descriptor.fields) {
    if (field.readOnly || field.internal) continue;
    // No record of the same kind need be there before.
    const isOwn = field.kind === "reference" && field.reference?.resource === descriptor.name && !field.required;
    const usual = isOwn ? null : sampleValue(isStatus(field) ? { ...field, enum: first } : field, options);
    const value = desired.has(field.name) ? desired.get(field.name) : usual;
    record[field.name] = options.given?.[field.name] ?? value;
  }
  const context = { mode: "create" as const, related: (path: string) => related.get(path) };
  for (const field of descriptor.fields) {
    if (field.when && !isConditionMet(field.when, record, context)) delete record[field.name];
    else if (field.formatElse && !isConditionMet(field.formatWhen ?? {}, record, context))
      record[field.name] = options.given?.[field.name] ?? sampleValue({ ...field, format: field.formatElse }, options);
  }
  meetRules(descriptor, record, options.given ?? {});
  return { record, related };
}

/** Changes one of two values that a rule does not allow together, one that is given only if both are. */
function meetRules({ rules, fields }: ResourceDescriptor, record: WireRecord, given: WireRecord): void {
  for (const rule of rules) {
    if (checkCrossRules([rule], record).length === 0) continue;
    const field = fields.find(({ name }) => name === rule.fields.findLast((other) => !(other in given)));
    if (!field) continue;
    const isMet = (value: Json) => checkCrossRules([rule], { ...record, [field.name]: value }).length === 0;
    const value = otherValues(field, record[field.name]).find(isMet);
    if (value !== undefined) record[field.name] = value;
  }
}

function otherValues({ kind, format = "" }: FieldDescriptor, value: Json | undefined): Json[] {
  const usual = formatExamples[format]?.valid ?? [];
  if (kind === "date" || kind === "dateTime") return [moments(kind).at(-1) ?? null, farApart(kind)[0]];
  return [...usual, typeof value === "number" ? value + 1 : `${value}1`];
}

export function sampleValue(field: FieldDescriptor, options: SampleOptions): Json {
  if (field.const !== undefined) return field.const;
  if (field.enum) return (field.default as Json) ?? field.enum[0] ?? null;
  if (field.reference) {
    const id = options.idOf(field.reference.resource);
    return field.kind === "references" ? [] : id;
  }
  if (field.kind === "password") return PASSWORD;
  if (field.kind === "file") return sampleFile(field.file?.types ?? []);
  switch (wireTypes[field.kind]) {
    case "boolean":
      return (field.default as Json) ?? false;
    case "object":
      return sampleObject(field, options);
    case "array":
      if (field.uniqueItems && field.minItems) return exampleEntries(field, field.minItems);
      return field.kind === "list"
        ? Array.from({ length: field.minItems ?? 0 }, () => sampleObject(field, options))
        : [];
    case "integer":
    case "number":
      return exampleNumber(field);
    case "string":
      return sampleText(field, options.seed);
  }
}

function sampleObject({ unique, ...field }: FieldDescriptor, options: SampleOptions): Json {
  // List entries get required members only: others may depend on other entries.
  const isEntry = wireTypes[field.kind] === "array";
  const least = field.minProperties ?? 0;
  const members = (field.fields ?? [])
    .filter((member) => !member.readOnly)
    .filter((member, index) => !isEntry || member.required || index < least);
  // An object is unique by any of its members.
  const memberOf = (member: FieldDescriptor) => (unique ? { ...member, unique } : member);
  return Object.fromEntries(members.map((member) => [member.name, sampleValue(memberOf(member), options)]));
}

/** An example of a pattern whose last digits are those of the seed, where the pattern takes them: many may be needed. */
function sampleMatch(pattern: string, examples: readonly string[], seed: string): string {
  const number = seed.replace(/\D/g, "");
  const [example = ""] = examples;
  const own = [...example.replace(/\D/g, "")];
  const count = Math.min(own.length, 6);
  const digits = [...own.slice(0, own.length - count), ...number.padStart(count, "0").slice(-count)];
  const varied = example.replace(/\d/g, (digit) => digits.shift() ?? digit);
  if (new RegExp(pattern, "u").test(varied)) return varied;
  return examples[Number(number) % examples.length] ?? example;
}

function sampleText(field: FieldDescriptor, seed: string): Json {
  const { pattern, patternExamples } = field;
  if (pattern !== undefined && patternExamples)
    return field.unique ? sampleMatch(pattern, patternExamples.valid, seed) : (patternExamples.valid[0] ?? null);
  if (field.kind === "email") return `${seed}.${field.name}@example.org`.toLowerCase();
  if (field.kind === "host") return `${seed}.example`.toLowerCase();
  if (field.format === "digits" || (field.format === "number-or-uri" && field.unique)) {
    // A secret of one digit is in every answer.
    const length = (field.secret ? field.maxLength : field.minLength) ?? 1;
    if (!field.unique) return (field.secret ? "7" : "1").repeat(length);
    // Zeros between, as 1 and 11 would be the same behind ones.
    const digits = seed.replace(/\D/g, "").slice(-(field.maxLength ?? 1));
    return digits.padStart(length - 1, "0").padStart(length, "1");
  }
  if (field.format === "star-code" && field.unique)
    return `*${String((Number(seed.replace(/\D/g, "")) % 999) + 1).padStart(3, "0")}`;
  // Any word is a pattern, and many may be needed.
  const isPattern = field.kind === "regex" && field.unique !== undefined;
  const isFree = isPattern || ["identifier", "handle", "single-line", undefined].includes(field.format);
  const valid = field.format && !isFree ? formatExamples[field.format]?.valid[0] : undefined;
  return valid ?? `${seed}_${field.name}`.slice(0, field.maxLength).padEnd(field.minLength ?? 0, "x");
}

/** Values that make a condition true, by path; the first alternative of each choice. */
function valuesFor(condition: Condition, fields: readonly FieldDescriptor[]): Map<string, Json> {
  const alternatives = (condition as { anyOf?: readonly Condition[] }).anyOf;
  if (Array.isArray(alternatives)) return valuesFor(alternatives[0] as Condition, fields);
  return new Map(
    Object.entries(condition as Record<string, ConditionValue>)
      .filter(([path]) => path !== "$mode")
      .flatMap(([path, value]) => {
        const expected = valueFor(value, fields.find(({ name }) => name === path)?.enum);
        return expected === undefined ? [] : [[path, expected] as const];
      }),
  );
}

/** Undefined: whatever a sample has. */
function valueFor(value: ConditionValue, choices: readonly Json[] = []): Json | undefined {
  if (Array.isArray(value)) return (value as readonly Json[])[0];
  if (typeof value === "object" && value !== null) {
    const { not } = value as { readonly not: Json };
    return typeof not === "boolean" ? !not : choices.find((choice) => ![not].flat().includes(choice));
  }
  return value as Json;
}

/**
 * The record with the value at a pointer replaced; missing lists and objects on the way are created from their
 * descriptors.
 */
export function sampleWithValueAt(
  descriptor: Pick<ResourceDescriptor, "name" | "fields">,
  record: WireRecord,
  pointer: string,
  value: Json | undefined,
  options: SampleOptions,
): WireRecord {
  const [name = "", ...segments] = pointer.split("/").slice(1);
  const field = descriptor.fields.find((candidate) => candidate.name === name);
  if (!field) throw new Error(`${pointer} is not in ${descriptor.name}`);
  return { ...record, [name]: replaced(field, record[name], segments, value, options) };
}

function replaced(
  field: FieldDescriptor,
  current: Json | undefined,
  [segment, ...segments]: readonly string[],
  value: Json | undefined,
  options: SampleOptions,
): Json | undefined {
  if (segment === undefined) return value;
  if (/^\d+$/.test(segment)) {
    const items = Array.isArray(current) ? current : [];
    const position = Number(segment);
    // The list's descriptor is also that of its entries.
    return Array.from({ length: Math.max(items.length, position + 1) }, (_, index) => {
      const item = items[index] ?? sampleObject(field, options);
      return index === position ? (replaced(field, item, segments, value, options) ?? null) : item;
    });
  }
  const members = isObject(current) ? current : sampleObject(field, options);
  const member = field.fields?.find((candidate) => candidate.name === segment);
  if (!member || !isObject(members)) throw new Error(`no ${segment} in ${field.name}`);
  const next = replaced(member, members[segment], segments, value, options);
  const { [segment]: _, ...without } = members;
  return next === undefined ? without : { ...without, [segment]: next };
}
