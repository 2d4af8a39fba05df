import type { JSONSchema } from "json-schema-to-typescript";
import type { FieldDescriptor } from "../../src/core/schema/descriptor.ts";
import { type PlainSchema, type SchemaVariant, toJsonSchema } from "../../src/core/schema/jsonSchema.ts";
import { groupBy } from "../../src/core/values/groupBy.ts";
import type { Model, ResourceModel } from "../model.ts";
import { descriptionsOf } from "./constants.ts";
import { wireOf } from "./descriptors.ts";
import { toModule } from "./print.ts";

const OPTIONS = { bannerComment: "", format: false, ignoreMinAndMaxItems: true, unknownAny: true };

/** Name of a type after that of the resource -> the shape that it has. */
const SHAPES = { "": "read", Create: "create", Update: "update" } as const satisfies Record<string, SchemaVariant>;

const UNITS: Readonly<Record<string, string>> = {
  cents: "In cents.",
  centsPerSecond: "In cents a second.",
  centsEach: "In cents each.",
  currency: "In the currency's main unit.",
  seconds: "In seconds.",
  percent: "In percent.",
};

type Compile = (schema: string) => Promise<string>;

/**
 * `types/<resource>.gen.ts`: a record as it is read, and what creates and updates one; `types/index.gen.ts`: all of
 * them by the name of their resource.
 */
export async function emitRecordTypes(
  { resources }: Pick<Model, "resources">,
  compile: Compile,
): Promise<Map<string, string>> {
  const files = new Map([["types/index.gen.ts", emitIndex(resources)]]);
  for (const resource of resources) {
    const types = await recordTypesOf(resource, compile);
    const imports = /\bId</.test(types) ? ['import type { Id } from "../../core/schema/ids.ts";'] : [];
    files.set(`types/${resource.name}.gen.ts`, toModule(resource.source.file, ...imports, types));
  }
  return files;
}

/** The types of all records as one module that imports nothing, for programs outside the project. */
export async function emitDeclarations({ resources }: Pick<Model, "resources">, compile: Compile): Promise<string> {
  const types: string[] = [];
  for (const resource of resources) types.push(await recordTypesOf(resource, compile, "answer"));
  return toModule("schemas/resources", ID, ...types, resourcesInterface(resources));
}

/** A copy of `Id` in `core/schema/ids.ts`. */
const ID = `/** The id of a record. Any number is one, but that of another resource's record is none. */
export type Id<Resource extends string> = number & { readonly [resource]?: Resource };

declare const resource: unique symbol;`;

async function recordTypesOf(
  resource: ResourceModel,
  compile: Compile,
  record: "read" | "answer" = "read",
): Promise<string> {
  const { title, name } = resource;
  const shapes = await compile(JSON.stringify({ title: `${title}Shapes`, ...shapesOf(resource, record) }));
  const names = Object.keys(SHAPES).map(
    (shape) => `export type ${title}${shape} = ${title}Shapes["${memberOf(shape)}"];`,
  );
  return `/** The records of "${name}". */\n${shapes}\n\n${names.join("\n")}`;
}

/** TypeScript of a JSON Schema with a title. */
export async function compileTypes(schema: string): Promise<string> {
  const { compile } = await import("json-schema-to-typescript");
  const parsed = JSON.parse(schema) as JSONSchema;
  return indent((await compile(parsed, parsed.title ?? "", OPTIONS)).trim());
}

/** The library's own formatter takes three times as long as the types. */
function indent(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    const isComment = /^(?:\/\*\*| \*)/.test(line);
    const closed = isComment ? 0 : line.split("}").length - 1;
    const opened = isComment ? 0 : line.split("{").length - 1;
    const indent = "  ".repeat(line.startsWith("}") ? depth - 1 : depth);
    depth += opened - closed;
    return `${indent}${line}`;
  });
  return lines.join("\n");
}

const memberOf = (shape: string) => (shape === "" ? "record" : shape.toLowerCase());

function shapesOf(resource: ResourceModel, record: SchemaVariant): JSONSchema {
  const wire = wireOf(resource);
  const about = descriptionsOf(resource).fields ?? {};
  // Settings have the id of their owner.
  const owned = resource.owner?.resource ?? resource.name;
  const shapes = Object.entries({ ...SHAPES, "": record }).map(([name, shape]) => {
    const schema = toJsonSchema(wire, shape, about);
    const typedSchema = { ...schema, properties: withTypes(schema.properties, wire.fields, owned) };
    return [memberOf(name), shape === "create" ? withUnions(typedSchema, wire.fields) : typedSchema];
  });
  return {
    type: "object",
    properties: Object.fromEntries(shapes),
    required: shapes.map(([name]) => name as string),
    additionalProperties: false,
  };
}

/** A draft as a union for each field that others depend on alone: it has these only where they may be given. */
function withUnions(
  schema: PlainSchema & { properties: Record<string, PlainSchema> },
  fields: readonly FieldDescriptor[],
) {
  const { properties, required, ...keywords } = schema;
  const dependents = fields.flatMap(({ name, when }) => {
    const choice = name in properties ? choiceOf(when, properties) : undefined;
    return choice ? [{ name, ...choice }] : [];
  });
  if (dependents.length === 0) return schema;
  const inUnions = new Set(dependents.flatMap(({ name, by }) => [name, by]));
  const needed = new Set(required as readonly string[] | undefined);
  const part = (names: readonly string[], choices: Record<string, PlainSchema> = {}) => ({
    ...keywords,
    properties: { ...Object.fromEntries(names.map((name) => [name, properties[name]])), ...choices },
    required: names.filter((name) => needed.has(name)),
  });
  const unions = [...groupBy(dependents, ({ by }) => by)].map(([by, members]) => {
    const namesFor = (value: unknown) => members.filter(({ values }) => values.includes(value)).map(({ name }) => name);
    const preset = fields.find(({ name }) => name === by)?.default;
    const { type: _, ...choice } = properties[by] ?? {};
    const variants = groupBy(valuesOf(properties[by] ?? {}), (value) => namesFor(value).join());
    return {
      anyOf: [...variants.values()].map((values) => {
        const variant = part(namesFor(values[0]), { [by]: { ...choice, enum: values } });
        // Left out, it has its default.
        const isImplied = values.includes(null) || preset === undefined || values.includes(preset);
        return needed.has(by) || !isImplied ? { ...variant, required: [...variant.required, by] } : variant;
      }),
    };
  });
  return { allOf: [part(Object.keys(properties).filter((name) => !inUnions.has(name))), ...unions] };
}

/** Values that a member with choices has; none for others. */
function valuesOf({ enum: choices, type }: PlainSchema): readonly unknown[] {
  const types = [type].flat();
  if (Array.isArray(choices)) return choices;
  return types.includes("boolean") ? [true, false, ...(types.includes("null") ? [null] : [])] : [];
}

/** The member that a condition is about, if it is about one with choices, and its values. */
function choiceOf(
  when: FieldDescriptor["when"],
  properties: Readonly<Record<string, PlainSchema>>,
): { readonly by: string; readonly values: readonly unknown[] } | undefined {
  const [condition, ...further] = Object.entries(when ?? {});
  if (!condition || further.length > 0) return undefined;
  const [by, compared] = condition;
  const all = valuesOf(properties[by] ?? {});
  const values =
    compared?.not === undefined ? [compared].flat() : all.filter((value) => ![compared.not].flat().includes(value));
  return values.some((value) => all.includes(value)) ? { by, values } : undefined;
}

/** The schema of members with what JSON Schema has no keyword for: the resource of an id, the unit of a number. */
function withTypes(
  properties: unknown,
  fields: readonly FieldDescriptor[],
  resource?: string,
): Record<string, PlainSchema> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  const entries = Object.entries(properties as Record<string, PlainSchema>);
  return Object.fromEntries(
    entries.map(([name, property]) => {
      const field = byName.get(name);
      if (!field) return [name, property];
      const target = name === "id" ? resource : field.reference?.resource;
      return [name, { ...property, ...typeOf(property, field, target), description: docOf(property, field) }];
    }),
  );
}

function typeOf(property: PlainSchema, { fields = [] }: FieldDescriptor, target: string | undefined): PlainSchema {
  const items = property.items as PlainSchema | undefined;
  if (items?.properties) return { items: { ...items, properties: withTypes(items.properties, fields) } };
  if (property.properties) return { properties: withTypes(property.properties, fields) };
  if (target === undefined) return {};
  const id = `Id<"${target}">`;
  if (items) return { items: { tsType: id } };
  // Some are texts, as of SIP calls.
  if (![property.type].flat().includes("integer")) return {};
  return { tsType: [property.type].flat().includes("null") ? `${id} | null` : id };
}

function docOf({ description, format, pattern, multipleOf }: PlainSchema, { unit }: FieldDescriptor) {
  const parts = [
    ...[description, UNITS[unit ?? ""], format && `Format: ${format}.`],
    // It must not end the comment.
    ...[pattern && `Pattern: ${String(pattern).replaceAll("*/", "*\\/")}`, multipleOf && `Multiples of ${multipleOf}.`],
  ];
  return parts.filter((part) => part !== undefined).join(" ") || undefined;
}

function emitIndex(resources: readonly ResourceModel[]): string {
  const imports = resources.map(({ title, name }) => `import type { ${title}Shapes } from "./${name}.gen.ts";`);
  const names = resources.map(({ title, name }) => {
    const types = Object.keys(SHAPES).map((shape) => `${title}${shape}`);
    return `export type { ${types.join(", ")} } from "./${name}.gen.ts";`;
  });
  return toModule("schemas/resources", imports.join("\n"), names.join("\n"), resourcesInterface(resources));
}

function resourcesInterface(resources: readonly ResourceModel[]): string {
  return `/** Resource -> its records as they are read, and what creates and updates one. */
export interface Resources {
${resources.map(({ title, name }) => `  ${name}: ${title}Shapes;`).join("\n")}
}

export type ResourceName = keyof Resources;`;
}
