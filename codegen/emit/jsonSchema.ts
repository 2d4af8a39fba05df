import type { FieldModel, ResourceModel } from "../model.ts";

/** A plain JSON Schema, without any keyword of ours. */
export type PlainSchema = { [keyword: string]: unknown };

export type Shape = "write" | "read" | "create" | "update";

/**
 * The standard schema of a resource in one of its shapes.
 * write: what validators check; nulls are taken out before, so nothing is nullable.
 * read, create, update: what types and the API description show.
 */
export function toJsonSchema(resource: ResourceModel, shape: Shape): PlainSchema {
  const fields = resource.fields.filter((field) => belongs(field, shape));
  const required = fields.filter((field) => isRequired(field, shape)).map((field) => field.name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map((field) => [field.name, toProperty(field, shape)])),
    ...(required.length > 0 ? { required } : {}),
    ...(shape === "write" && resource.schema.dependentRequired
      ? { dependentRequired: resource.schema.dependentRequired }
      : {}),
    ...(shape === "write" ? {} : { additionalProperties: false }),
  };
}

function belongs(field: FieldModel, shape: Shape): boolean {
  if (field.internal) return false;
  if (shape === "read") return !field.writeOnly;
  if (field.readOnly) return false;
  return shape !== "update" || !field.immutable;
}

function isRequired(field: FieldModel, shape: Shape): boolean {
  switch (shape) {
    case "write":
      return field.required === true;
    case "read":
      return field.required === true || field.name === "id";
    case "create":
      return field.required !== false;
    case "update":
      return field.required === true;
  }
}

function toProperty(field: FieldModel, shape: Shape): PlainSchema {
  const { schema } = field;
  const nullable = shape !== "write" && !isRequired(field, shape);
  const plain: PlainSchema = {
    ...(schema.description && shape !== "write" ? { description: schema.description } : {}),
    type: nullable && schema.type ? [schema.type, "null"] : schema.type,
    ...bounds(field),
  };
  if (schema.enum) plain.enum = nullable ? [...schema.enum, null] : schema.enum;
  if (schema.type === "object") Object.assign(plain, nested(field.fields ?? [], shape));
  if (schema.type === "array") {
    plain.items = field.fields
      ? { type: "object", ...nested(field.fields, shape) }
      : { type: schema.items?.type, ...itemBounds(field) };
  }
  return plain;
}

function nested(fields: readonly FieldModel[], shape: Shape): PlainSchema {
  const members = fields.filter((field) => belongs(field, shape));
  const required = members.filter((field) => field.required).map((field) => field.name);
  return {
    properties: Object.fromEntries(members.map((field) => [field.name, toProperty(field, shape)])),
    ...(required.length > 0 ? { required } : {}),
    ...(shape === "write" ? {} : { additionalProperties: false }),
  };
}

function bounds(field: FieldModel): PlainSchema {
  const { schema } = field;
  return defined({
    minimum: schema.enum ? undefined : field.minimum,
    maximum: schema.enum ? undefined : field.maximum,
    minLength: schema.minLength,
    maxLength: schema.maxLength,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    format: schema.format === "password" ? undefined : schema.format,
  });
}

function itemBounds(field: FieldModel): PlainSchema {
  const items = field.schema.items;
  return defined({
    maxLength: items?.maxLength,
    minimum: items?.type === "integer" ? (items.minimum ?? 1) : undefined,
    maximum: items?.type === "integer" ? (items.maximum ?? 2147483647) : undefined,
    format: items?.format,
    enum: items?.enum,
  });
}

function defined(schema: PlainSchema): PlainSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}
