import type { FieldDescriptor, ResourceDescriptor } from "./descriptor.ts";
import { wireItem, wireType } from "./wireType.ts";

/** A plain JSON Schema, without any keyword of ours. */
export type PlainSchema = { [keyword: string]: unknown };

export type SchemaVariant = "write" | "read" | "answer" | "create" | "update";

/** The part of a descriptor that is on the wire. */
export type WireDescriptor = Pick<ResourceDescriptor, "fields" | "dependentRequired">;

/** Path of a field -> what it is, for its `description`. */
type Descriptions = Readonly<Record<string, string>>;

/**
 * The standard schema of a resource in one of its shapes.
 * write: what validators check; nulls are taken out before, so nothing is nullable.
 * read, create, update: what types show, and the API description, which shows records as answers have them.
 */
export function toJsonSchema(descriptor: WireDescriptor, shape: SchemaVariant, about: Descriptions = {}): PlainSchema {
  const fields = descriptor.fields.filter((field) => belongs(field, shape));
  const required = fields.filter((field) => isRequired(field, shape)).map((field) => field.name);
  const isWritten = shape === "write";
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field, field.name, shape, about)])),
    ...(required.length > 0 ? { required } : {}),
    ...defined({ dependencies: isWritten ? descriptor.dependentRequired : undefined }),
    ...(isWritten ? {} : { additionalProperties: false }),
  };
}

function belongs(field: FieldDescriptor, shape: SchemaVariant): boolean {
  if (field.internal) return false;
  if (shape === "answer" && field.answer?.unset) return true;
  if (shape === "read" || shape === "answer") return !field.writeOnly;
  if (field.readOnly) return false;
  return shape !== "update" || !field.immutable;
}

function isRequired(field: FieldDescriptor, shape: SchemaVariant): boolean {
  switch (shape) {
    case "write":
      return field.required === true;
    case "read":
    case "answer":
      return field.required === true || field.name === "id";
    case "create":
      return field.required !== false;
    case "update":
      return field.required === true;
  }
}

function toProperty(field: FieldDescriptor, path: string, shape: SchemaVariant, about: Descriptions): PlainSchema {
  const nullable = shape !== "write" && !isRequired(field, shape);
  if (shape === "answer" && field.writeOnly) return { ...defined({ description: about[path] }), type: "null" };
  const answered = shape === "answer" ? field.answer?.as : undefined;
  if (answered) return { ...defined({ description: about[path] }), type: answeredType(answered, nullable) };
  const type = wireType(field);
  const schema: PlainSchema = {
    ...defined({ description: about[path] }),
    type: nullable ? [type, "null"] : type,
    ...bounds(field),
  };
  if (field.const !== undefined)
    Object.assign(schema, nullable ? { enum: [field.const, null] } : { const: field.const });
  if (field.enum) schema.enum = nullable ? [...field.enum, null] : field.enum;
  if (type === "object") Object.assign(schema, nested(field.fields ?? [], path, shape, about));
  if (type === "array") {
    schema.items = field.fields
      ? { type: "object", ...leastMembers(field, shape), ...nested(field.fields, path, shape, about) }
      : wireItem(field);
  }
  return schema;
}

function answeredType(form: NonNullable<NonNullable<FieldDescriptor["answer"]>["as"]>, nullable: boolean) {
  const type = form === "number" ? "number" : "string";
  return nullable ? [type, "null"] : type;
}

/** Answers give every member, be it null. */
function leastMembers({ minProperties }: FieldDescriptor, shape: SchemaVariant): PlainSchema {
  return defined({ minProperties: shape === "read" || shape === "answer" ? undefined : minProperties });
}

function nested(
  fields: readonly FieldDescriptor[],
  path: string,
  shape: SchemaVariant,
  about: Descriptions,
): PlainSchema {
  const members = fields.filter((field) => belongs(field, shape));
  const required = members.filter((field) => field.required).map((field) => field.name);
  const toMember = (field: FieldDescriptor) => toProperty(field, `${path}.${field.name}`, shape, about);
  return {
    properties: Object.fromEntries(members.map((field) => [field.name, toMember(field)])),
    ...(required.length > 0 ? { required } : {}),
    ...(shape === "write" ? {} : { additionalProperties: false }),
  };
}

function bounds(field: FieldDescriptor): PlainSchema {
  return defined({
    minimum: field.enum ? undefined : field.minimum,
    maximum: field.enum ? undefined : field.maximum,
    exclusiveMinimum: field.exclusiveMinimum,
    exclusiveMaximum: field.exclusiveMaximum,
    multipleOf: field.multipleOf,
    pattern: field.pattern,
    minLength: field.minLength,
    maxLength: field.maxLength,
    minItems: field.minItems,
    maxItems: field.maxItems,
    uniqueItems: field.uniqueItems,
    format: field.format === "password" ? undefined : field.format,
  });
}

function defined(schema: PlainSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
