import type { Model, ResourceModel } from "../model.ts";
import { type PlainSchema, toJsonSchema } from "./jsonSchema.ts";
import { header } from "./print.ts";

/** `types/<resource>.gen.ts`: the record as it is read, created and updated. */
export function emitTypes({ resources }: Model): Map<string, string> {
  return new Map(resources.map((resource) => [`types/${resource.name}.gen.ts`, typesOf(resource)]));
}

function typesOf(resource: ResourceModel): string {
  const { title, operations, description, source } = resource;
  const shapes = [
    interfaceOf(title, toJsonSchema(resource, "read"), description),
    ...(operations.includes("create") ? [interfaceOf(`${title}Create`, toJsonSchema(resource, "create"))] : []),
    ...(operations.includes("update") ? [interfaceOf(`${title}Update`, toJsonSchema(resource, "update"))] : []),
  ];
  return `${header(source.file)}\n${shapes.join("\n")}`;
}

function interfaceOf(name: string, schema: PlainSchema, description = ""): string {
  return `${comment(description)}export interface ${name} ${objectOf(schema)}\n`;
}

/** The few forms that toJsonSchema writes. */
function typeOf(schema: PlainSchema): string {
  const types = [schema.type].flat();
  const isNullable = types.includes("null");
  const choices = Array.isArray(schema.enum) ? schema.enum.map((choice) => JSON.stringify(choice)) : undefined;
  const parts = choices ?? [plainTypeOf(types[0], schema), ...(isNullable ? ["null"] : [])];
  return parts.length > 1 ? `(${parts.join(" | ")})` : (parts[0] ?? "never");
}

function plainTypeOf(type: unknown, schema: PlainSchema): string {
  switch (type) {
    case "integer":
    case "number":
      return "number";
    case "object":
      return objectOf(schema);
    case "array":
      return `${typeOf((schema.items ?? {}) as PlainSchema)}[]`;
    default:
      return typeof type === "string" ? type : "unknown";
  }
}

function objectOf({ properties, required }: PlainSchema): string {
  const names = new Set(Array.isArray(required) ? required : []);
  const members = Object.entries((properties ?? {}) as Readonly<Record<string, PlainSchema>>).map(
    ([name, schema]) =>
      `${comment(String(schema.description ?? ""))}${name}${names.has(name) ? "" : "?"}: ${typeOf(schema)}\n`,
  );
  return `{\n${members.join("")}}`;
}

function comment(text: string): string {
  return text && `/**\n * ${text}\n */\n`;
}
