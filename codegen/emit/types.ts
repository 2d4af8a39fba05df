import { compile, type JSONSchema } from "json-schema-to-typescript";
import type { Model, ResourceModel } from "../model.ts";
import { remember } from "../remember.ts";
import { toJsonSchema } from "./jsonSchema.ts";
import { header } from "./print.ts";

const OPTIONS = { bannerComment: "", format: false, additionalProperties: false, unknownAny: true } as const;

/** `types/<resource>.gen.ts`: the record as it is read, created and updated. */
export async function emitTypes({ resources }: Model): Promise<Map<string, string>> {
  const files = await Promise.all(
    resources.map(async (resource) => [`types/${resource.name}.gen.ts`, await typesOf(resource)] as const),
  );
  return new Map(files);
}

const known = remember<Promise<string>>();

async function typesOf(resource: ResourceModel): Promise<string> {
  const { title, operations, description, source } = resource;
  const shapes = [
    { name: title, schema: toJsonSchema(resource, "read"), description },
    ...(operations.includes("create") ? [{ name: `${title}Create`, schema: toJsonSchema(resource, "create") }] : []),
    ...(operations.includes("update") ? [{ name: `${title}Update`, schema: toJsonSchema(resource, "update") }] : []),
  ];
  const texts = await Promise.all(
    shapes.map(({ name, schema, description: text }) => {
      const titled = { ...schema, title: name, description: text };
      return known(JSON.stringify(titled), () => compile(titled as JSONSchema, name, OPTIONS));
    }),
  );
  return `${header(source.file)}\n${texts.map((text) => `${text.trim()}\n`).join("\n")}`;
}
