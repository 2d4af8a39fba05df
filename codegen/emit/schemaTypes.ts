import { compile, type JSONSchema } from "json-schema-to-typescript";

/** A part of a meta-schema. */
type Part = { readonly [keyword: string]: unknown };

const OPTIONS = { bannerComment: "", format: false, additionalProperties: false, unknownAny: true };
const LONGEST_LIST = 12;

/** Keywords that determine a type; all others are validation only. */
const OF_TYPES = ["type", "enum", "const", "required", "description"];

const HEAD = `// Made by codegen/emit/schemaTypes.test.ts from schemas/meta.schema.json, roles.schema.json and pages.schema.json, which say
// every shape once: do not edit. To write it anew: npx vitest run -u --project node codegen/emit/schemaTypes.test.ts

/** Read alike by form, server and rule book: see the vocabulary. */
export type Condition = { readonly [path: string]: unknown };
`;

/**
 * The types of the meta-schemas that codegen uses. Written by a test, as they only change with the vocabulary, and
 * compiling them in every run would take too long.
 */
export async function emitSchemaTypes(meta: Part, roles: Part, pages: Part): Promise<string> {
  const text = await compile(shapeOf(meta, roles, pages), "Vocabulary", OPTIONS);
  return `${HEAD}\n${text.trim()}\n`;
}

/** All three in one schema, so that definitions used by several have one name. */
function shapeOf(meta: Part, roles: Part, pages: Part): JSONSchema {
  const { condition: _, ...defs } = meta.$defs as Record<string, Part>;
  return {
    title: "Vocabulary",
    type: "object",
    properties: {
      entity: { title: "EntitySchema", ...plain(meta) },
      roles: { title: "RolesFile", ...plain(roles) },
      pages: { title: "PagesFile", ...plain(pages) },
    },
    $defs: {
      ...mapped(defs),
      // These allow a subset of the keywords; their type is the same.
      member: { $ref: "#/$defs/property" },
      item: { $ref: "#/$defs/property" },
      page: plain((pages.$defs as Record<string, Part>).page ?? {}),
    },
  } as JSONSchema;
}

function plain(part: Part | boolean): Part {
  if (typeof part === "boolean") return { tsType: "unknown" };
  const { $ref, properties, additionalProperties, items, anyOf } = part;
  if (typeof $ref === "string") {
    if (/\/(?:condition|when)$/.test($ref)) return { tsType: "Condition" };
    // With keywords next to it, each reference would get a type of its own.
    return { $ref: $ref.replace("patchbay:meta", "") };
  }
  // The type of a preset or default depends on the field.
  if (!["type", "enum", "const", "anyOf"].some((keyword) => keyword in part)) return { tsType: "unknown" };
  // Long enums, of formats and icons, are strings: scripts produce such values, and the meta-schema validates them.
  if (Array.isArray(part.enum) && part.enum.length > LONGEST_LIST)
    return { ...plain({ ...part, enum: undefined }), type: "string" };
  const own = Object.fromEntries(
    Object.entries(part).filter(([keyword, value]) => OF_TYPES.includes(keyword) && value !== undefined),
  );
  const inside = typeof additionalProperties === "object" ? plain(additionalProperties as Part) : additionalProperties;
  return {
    ...own,
    ...(properties ? { properties: mapped(properties as Record<string, Part>) } : {}),
    ...(additionalProperties === undefined
      ? { additionalProperties: properties === undefined }
      : { additionalProperties: inside }),
    ...(items ? { items: plain(items as Part) } : {}),
    // Alternatives of required properties do not need types of their own.
    ...(anyOf && !properties ? { anyOf: (anyOf as Part[]).map(plain) } : {}),
  };
}

function mapped(parts: Readonly<Record<string, Part>>): Record<string, Part> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, plain(part)]));
}
