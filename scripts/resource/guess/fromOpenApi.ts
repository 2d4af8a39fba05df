import type { PropertySchema } from "../../../codegen/schemaTypes.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import { type FieldDraft, TEXT_LENGTH, UNBOUNDED } from "../fieldSpec.ts";
import { refuse } from "../refusedInput.ts";
import { type CommentedSchema, MAX_LIST_ENTRIES } from "./fromRecords.ts";
import { findTarget } from "./references.ts";

/** A JSON Schema in an OpenAPI document. */
type JsonSchema = { readonly [keyword: string]: unknown } & {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
};

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, JsonSchema>> };
}

/** OpenAPI formats and ours. */
const FORMATS: Readonly<Record<string, string>> = {
  ipv4: "ip",
  ipv6: "ip",
  uri: "http-url",
  url: "http-url",
  hostname: "domain-or-ip",
};
const COPIED_KEYWORDS = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "default",
  "description",
] as const;
const MAX_SUGGESTIONS = 5;

export interface OpenApiOptions {
  readonly schema?: string;
  readonly resources: readonly string[];
  readonly formats: readonly string[];
}

export function isOpenApi(body: unknown): body is Document {
  return isObject(body) && typeof body.openapi === "string";
}

/**
 * Fields of a schema in an OpenAPI 3 document, named directly or by the path of its collection. Joins the schemas of
 * reading, creating and updating. Only what the document implies is marked as guessed, not what it states.
 */
export function fromOpenApi(
  document: Document,
  options: OpenApiOptions,
): { readonly name?: string; readonly fields: FieldDraft[] } {
  const { read, create, update, name } = findSchemas(document, options.schema);
  const names = [...new Set([read, create, update].flatMap((shape) => Object.keys(shape?.properties ?? {})))];
  const fields = names
    // Links and expanded records are no fields.
    .filter((field) => !/^_|^id$|_expand$/.test(field))
    .map((field): FieldDraft => {
      const declared = create?.properties?.[field] ?? read?.properties?.[field] ?? update?.properties?.[field] ?? {};
      const shape = resolveRefs(declared, document);
      const readOnly =
        shape.readOnly === true ||
        (create !== undefined && !create.properties?.[field] && !update?.properties?.[field]);
      const writeOnly = shape.writeOnly === true || (read !== undefined && !read.properties?.[field]);
      const immutable =
        !readOnly && update !== undefined && create?.properties?.[field] !== undefined && !update.properties?.[field];
      const required = requiredIn(create ?? read).includes(field);
      const { schema, why } = toSchema(field, declared, { document, ...options });
      const reasons = [
        ...why,
        ...(readOnly && shape.readOnly !== true ? ["readOnly: in no request"] : []),
        ...(immutable ? ["immutable: only in the create request"] : []),
        ...(writeOnly && shape.writeOnly !== true ? ["writeOnly: in no response"] : []),
      ];
      const marked: CommentedSchema = {
        ...(reasons.length > 0 ? { $comment: `guess: ${reasons.join("; ")}` } : {}),
        ...schema,
        ...(readOnly ? { readOnly } : {}),
        ...(writeOnly ? { writeOnly } : {}),
        ...(immutable ? { "x-field": { ...schema["x-field"], immutable } } : {}),
      };
      return { name: field, required: required && !readOnly, schema: marked };
    });
  return { name, fields };
}

interface OperationSchemas {
  readonly read?: JsonSchema;
  readonly create?: JsonSchema;
  readonly update?: JsonSchema;
  readonly name?: string;
}

function findSchemas(document: Document, requested: string | undefined): OperationSchemas {
  const schemas = document.components?.schemas ?? {};
  const paths = Object.keys(document.paths ?? {});
  if (requested && schemas[requested]) {
    const part = (suffix: string) =>
      schemas[`${requested}${suffix}`] ? resolveRefs(schemas[`${requested}${suffix}`] ?? {}, document) : undefined;
    return { read: part(""), create: part("Create"), update: part("Update") };
  }
  const path = paths.find(
    (candidate) =>
      candidate === requested || (requested && candidate.replaceAll("/", "") === requested.replaceAll("/", "")),
  );
  if (!requested || path === undefined) {
    const some = [...Object.keys(schemas).slice(0, MAX_SUGGESTIONS), ...paths.slice(0, MAX_SUGGESTIONS)].join(", ");
    refuse(
      requested ? `the document has no schema or path "${requested}"` : "choose a schema of the document",
      `use --schema with one of ${some}`,
    );
  }
  const item = paths.find((other) => other.startsWith(path) && /^\/?\{[^/]+\}\/?$/.test(other.slice(path.length)));
  const operation = (key: string | undefined, method: string) => document.paths?.[key ?? ""]?.[method];
  return {
    read: bodyOf(operation(item, "get") ?? operation(path, "get"), "responses", document),
    create: bodyOf(operation(path, "post"), "requestBody", document),
    update: bodyOf(operation(item, "put"), "requestBody", document),
    name: path.split("/").filter(Boolean).at(-1),
  };
}

/** The JSON schema of an operation's request or response body. */
function bodyOf(operation: unknown, part: "requestBody" | "responses", document: Document): JsonSchema | undefined {
  if (!isObject(operation)) return undefined;
  const bodies =
    part === "responses" && isObject(operation.responses)
      ? [operation.responses["200"], operation.responses.default]
      : [operation[part]];
  const [content] = bodies.flatMap((body) => (isObject(body) && isObject(body.content) ? [body.content] : []));
  const json = content && Object.entries(content).find(([type]) => /json/.test(type))?.[1];
  return isObject(json) && isObject(json.schema) ? resolveRefs(json.schema as JsonSchema, document) : undefined;
}

/** Follows `$ref` and merges `allOf`. */
function resolveRefs(shape: JsonSchema, document: Document): JsonSchema {
  if (typeof shape.$ref === "string") {
    return resolveRefs(document.components?.schemas?.[shape.$ref.split("/").at(-1) ?? ""] ?? {}, document);
  }
  if (!Array.isArray(shape.allOf)) return shape;
  const parts = (shape.allOf as JsonSchema[]).map((part) => resolveRefs(part, document));
  return Object.assign({}, ...parts, {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap((part) => requiredIn(part)),
  });
}

function requiredIn(shape: JsonSchema | undefined): readonly string[] {
  return Array.isArray(shape?.required) ? (shape.required as string[]) : [];
}

/** `within`: the references that led here. */
type SchemaContext = OpenApiOptions & { readonly document: Document; readonly within?: readonly string[] };

function toSchema(
  name: string,
  declared: JsonSchema,
  context: SchemaContext,
): { readonly schema: PropertySchema; readonly why: readonly string[] } {
  const { within = [] } = context;
  const reference = typeof declared.$ref === "string" ? declared.$ref : undefined;
  if (reference !== undefined && within.includes(reference))
    return { schema: { type: "object", properties: {} }, why: [`properties: ${reference} is within itself`] };
  const inner = reference === undefined ? context : { ...context, within: [...within, reference] };
  const shape = resolveRefs(declared, inner.document);
  const types = [shape.type].flat().filter((type) => type !== "null");
  const type = (types[0] ?? (shape.properties ? "object" : "string")) as NonNullable<PropertySchema["type"]>;
  const keywords = Object.fromEntries(
    COPIED_KEYWORDS.filter((keyword) => shape[keyword] !== undefined).map((keyword) => [keyword, shape[keyword]]),
  );
  const choices = Array.isArray(shape.enum) ? shape.enum.filter((choice) => choice !== null) : undefined;
  const why = types.length === 1 ? [] : ["type: the document has none, or several"];
  switch (type) {
    case "string":
      return toText(shape, { ...keywords, type, ...(choices ? { enum: choices as string[] } : {}) }, inner, why);
    case "integer": {
      const { target, why: doubts } = findTarget(name, inner.resources);
      const { minimum: _, maximum: __, ...unbounded } = keywords as PropertySchema;
      if (target) return { schema: { ...unbounded, type, "x-field": { reference: target } }, why: [...why, ...doubts] };
      return {
        schema: { ...withoutColumnBounds(keywords), type, ...(choices ? { enum: choices as number[] } : {}) },
        why: [...why, ...doubts],
      };
    }
    case "array": {
      const items = toSchema(name.replace(/_ids$/, "_id"), (shape.items ?? {}) as JsonSchema, inner);
      return {
        schema: { maxItems: MAX_LIST_ENTRIES, ...keywords, type, items: items.schema },
        why: [...why, ...items.why],
      };
    }
    case "object": {
      const members = Object.entries(shape.properties ?? {}).map(
        ([member, property]) => [member, toSchema(member, property, inner)] as const,
      );
      const required = requiredIn(shape);
      const properties = Object.fromEntries(members.map(([member, { schema }]) => [member, schema]));
      return {
        schema: { ...keywords, type, ...(required.length > 0 ? { required } : {}), properties },
        why: [...why, ...members.flatMap(([member, result]) => result.why.map((reason) => `${member}: ${reason}`))],
      };
    }
    default:
      return { schema: { ...keywords, type }, why };
  }
}

/** Drops bounds that every integer column has anyway. */
function withoutColumnBounds(keywords: PropertySchema): PropertySchema {
  const { minimum, maximum, ...others } = keywords;
  return {
    ...others,
    ...(minimum === undefined || minimum === -2147483648 ? {} : { minimum }),
    ...(maximum === undefined || maximum === 2147483647 ? {} : { maximum }),
  };
}

function toText(
  shape: JsonSchema,
  schema: PropertySchema,
  { formats }: SchemaContext,
  why: readonly string[],
): { readonly schema: PropertySchema; readonly why: readonly string[] } {
  const formatName = typeof shape.format === "string" ? (FORMATS[shape.format] ?? shape.format) : undefined;
  const format = formatName && formats.includes(formatName) ? formatName : undefined;
  const isBounded = schema.enum !== undefined || schema.maxLength !== undefined || UNBOUNDED.includes(format ?? "");
  return {
    schema: { ...schema, ...(format ? { format } : {}), ...(isBounded ? {} : { maxLength: TEXT_LENGTH }) },
    why: [
      ...why,
      ...(formatName && !format ? [`format: "${formatName}" is unknown`] : []),
      ...(isBounded ? [] : ["maxLength: not in the document"]),
    ],
  };
}
