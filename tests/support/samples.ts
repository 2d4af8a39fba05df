import formats from "../../schemas/formats.json" with { type: "json" };
import { evaluate } from "../../src/core/conditions.ts";
import type {
  Condition,
  ConditionValue,
  FieldDescriptor,
  Json,
  ResourceDescriptor,
  WireRecord,
} from "../../src/core/descriptor.ts";

export interface SampleOptions {
  /** Makes unique texts differ between records. */
  readonly seed: string;
  /** Id to put where a field refers to a resource. */
  readonly idOf: (resource: string) => number;
  /** A condition the record must satisfy, so that a conditional field is shown. */
  readonly satisfy?: Condition;
}

export interface Sample {
  readonly record: WireRecord;
  /** Values assumed behind references, by path: what `satisfy` and the record's own conditions need. */
  readonly related: ReadonlyMap<string, Json>;
}

const examples: Readonly<Record<string, { readonly valid: readonly string[] }>> = formats;
const PASSWORD = "Pl3nty-strong";
/** One transparent dot. */
export const PICTURE =
  "data:image/png;name=dot.png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

/** A record that obeys every rule of the schema, made from nothing but its descriptor. */
export function sampleRecord(descriptor: ResourceDescriptor, options: SampleOptions): Sample {
  const wanted = options.satisfy ? valuesFor(options.satisfy) : new Map<string, Json>();
  const related = new Map([...wanted].filter(([path]) => path.includes(".")));
  const record: WireRecord = {};
  for (const field of descriptor.fields) {
    if (field.readOnly || field.internal) continue;
    record[field.name] = wanted.get(field.name) ?? sampleValue(field, options);
  }
  for (const field of descriptor.fields) {
    const context = { mode: "create" as const, related: (path: string) => related.get(path) };
    if (field.when && !evaluate(field.when, record, context)) delete record[field.name];
  }
  return { record, related };
}

export function sampleValue(field: FieldDescriptor, options: SampleOptions): Json {
  if (field.enum) return (field.default as Json) ?? field.enum[0] ?? null;
  if (field.reference) {
    const id = options.idOf(field.reference.resource);
    return field.kind === "references" ? [] : id;
  }
  switch (field.kind) {
    case "boolean":
      return (field.default as Json) ?? false;
    case "object":
    case "phoneNumber":
      return sampleObject(field, options);
    case "list":
    case "phoneNumbers":
      return [];
    case "tags":
    case "ipList":
      return [];
    case "password":
      return PASSWORD;
    case "file":
      return PICTURE;
    case "integer":
    case "duration":
    case "money":
    case "decimal":
    case "percent":
      return Math.max(field.minimum ?? 1, 1);
    default:
      return sampleText(field, options.seed);
  }
}

function sampleObject(field: FieldDescriptor, options: SampleOptions): Json {
  const members = (field.fields ?? []).filter((member) => !member.readOnly);
  return Object.fromEntries(members.map((member) => [member.name, sampleValue(member, options)]));
}

function sampleText(field: FieldDescriptor, seed: string): Json {
  if (field.kind === "email") return `${seed}.${field.name}@example.org`.toLowerCase();
  if (field.kind === "host") return `${seed}.example`.toLowerCase();
  if (field.format === "digits") return "1";
  const isFree = field.format === undefined || field.format === "identifier" || field.format === "handle";
  const valid = field.format && !isFree ? examples[field.format]?.valid[0] : undefined;
  return valid ?? `${seed}_${field.name}`.slice(0, field.maxLength).padEnd(field.minLength ?? 0, "x");
}

/** Values that make a condition true, by path; the first alternative of each choice. */
function valuesFor(condition: Condition): Map<string, Json> {
  const alternatives = (condition as { anyOf?: readonly Condition[] }).anyOf;
  if (Array.isArray(alternatives)) return valuesFor(alternatives[0] as Condition);
  return new Map(
    Object.entries(condition as Record<string, ConditionValue>)
      .filter(([path]) => path !== "$mode")
      .map(([path, value]) => [path, valueFor(value)]),
  );
}

function valueFor(value: ConditionValue): Json {
  if (Array.isArray(value)) return (value as readonly Json[])[0] ?? null;
  if (typeof value === "object" && value !== null) {
    const { not } = value as { readonly not: Json };
    return typeof not === "boolean" ? !not : null;
  }
  return value as Json;
}

/** The record with the value behind a pointer replaced; lists and objects on the way are made from their descriptors. */
export function withValueAt(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  pointer: string,
  value: Json | undefined,
  options: SampleOptions,
): WireRecord {
  const copy = structuredClone(record);
  const path = pointer.split("/").slice(1);
  let target = copy as Record<string, Json | undefined>;
  let fields = descriptor.fields;
  for (const [index, key] of path.slice(0, -1).entries()) {
    if (/^\d+$/.test(key)) continue;
    const field = fields.find((candidate) => candidate.name === key);
    if (!field) throw new Error(`${pointer} is not in ${descriptor.name}`);
    const inList = /^\d+$/.test(path[index + 1] ?? "");
    const member = (target[key] ?? sampleObject(field, options)) as Json;
    const item = inList ? ((member as Json[])[0] ?? sampleObject(field, options)) : member;
    target[key] = inList ? [item] : item;
    target = item as Record<string, Json | undefined>;
    fields = field.fields ?? [];
  }
  target[path.at(-1) ?? ""] = value;
  return copy;
}
