import { overviewResources } from "../../../core/api/overviewResponse.ts";
import type {
  ActionDescriptor,
  CompositePart,
  FilterDescriptor,
  ResourceDescriptions,
  ResourceDescriptor,
} from "../../../core/schema/descriptor.ts";
import { type PlainSchema, toJsonSchema } from "../../../core/schema/jsonSchema.ts";
import { isNumberKind } from "../../../core/schema/kinds.ts";
import { wireType } from "../../../core/schema/wireType.ts";
import { about } from "../../../generated/about.gen.ts";
import { resources } from "../../../generated/all.gen.ts";
import { patchMembers, patchOperations } from "../operations/jsonPatch.ts";
import type { ApiDocument } from "./apiDocument.ts";
import { overviewSchema } from "./overviewShape.ts";

let cached: ApiDocument | undefined;

/** OpenAPI 3.1 of the platform's REST resources; made when it is first asked for. */
export function openApiDocument(): ApiDocument {
  cached ??= makeDocument(Object.values(resources).map(({ descriptor }) => descriptor));
  return cached;
}

function makeDocument(descriptors: readonly ResourceDescriptor[]): ApiDocument {
  return {
    openapi: "3.1.0",
    info: { title: "Patchbay platform API", version: "1" },
    servers: [{ url: "/api" }],
    security: [{ bearer: [] }],
    tags: descriptors.map((descriptor) => ({ name: descriptor.name, description: aboutOf(descriptor).about })),
    paths: Object.assign({}, ...descriptors.map(pathsOf)),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        ...Object.assign({}, ...descriptors.map(schemasOf)),
        ...PATCHES,
        RecordOverview: overviewSchema,
        Links: LINKS,
        Error: ERROR,
      },
    },
  };
}

function aboutOf({ name }: ResourceDescriptor): ResourceDescriptions {
  return about[name] ?? { title: name, about: "" };
}

const LINK: PlainSchema = {
  type: "object",
  required: ["href"],
  properties: { href: { type: "string" }, name: { type: "string" }, templated: { type: "boolean" } },
};

/** Relation -> a link, or several. */
const LINKS: PlainSchema = {
  type: "object",
  additionalProperties: { anyOf: [LINK, { type: "array", items: LINK }] },
};

const ERROR: PlainSchema = {
  type: "object",
  required: ["code", "message"],
  properties: {
    code: { type: "integer" },
    message: { type: "string" },
    errors: {
      type: "array",
      items: {
        type: "object",
        required: ["pointer", "rule", "params", "key"],
        properties: {
          pointer: { type: "string" },
          rule: { type: "string" },
          params: { type: "object" },
          key: { type: "string" },
        },
      },
    },
  },
};

const PATCH_MEMBERS: Readonly<Record<string, PlainSchema>> = {
  path: { type: "string" },
  from: { type: "string" },
  value: {},
  mode: { type: "string", enum: ["append"] },
  index: { type: "integer" },
};

const PATCHES = { Patch: patchSchema(false), ExtendedPatch: patchSchema(true) };

/** A list of the operations that a resource takes. */
function patchSchema(extended: boolean): PlainSchema {
  const operations = patchOperations(extended).map((op) => {
    const { needed, allowed } = patchMembers[op];
    const members = [...needed, ...allowed].map((name) => [
      name,
      name === "op" ? { type: "string", enum: [op] } : PATCH_MEMBERS[name],
    ]);
    return { type: "object", required: needed, properties: Object.fromEntries(members), additionalProperties: false };
  });
  return { type: "array", items: { anyOf: operations } };
}

/** The value of a query parameter; numbers may be `$null` and lists, too. */
function filterSchema({ kind, match }: FilterDescriptor): PlainSchema {
  if (kind === "boolean" || match === "empty") return { type: ["boolean", "string"] };
  return { type: isNumberKind(kind) ? ["number", "string"] : "string" };
}

function schemasOf(descriptor: ResourceDescriptor): Record<string, PlainSchema> {
  const { operations, composite } = descriptor;
  const { title, fields: texts } = aboutOf(descriptor);
  const fields = withTransitions(descriptor, texts);
  return {
    [title]: responseSchema(descriptor, toJsonSchema(descriptor, "answer", fields)),
    ...(operations.includes("create") ? { [`${title}Create`]: toJsonSchema(descriptor, "create", fields) } : {}),
    ...(composite
      ? { [`${title}Composite`]: compositeSchema(toJsonSchema(descriptor, "create", fields), composite) }
      : {}),
    ...(operations.includes("update") ? { [`${title}Update`]: toJsonSchema(descriptor, "update", fields) } : {}),
  };
}

/** The descriptions of fields, with the changes that a status allows. */
function withTransitions(
  { statusTransitions }: ResourceDescriptor,
  fields: ResourceDescriptions["fields"],
): ResourceDescriptions["fields"] {
  if (!statusTransitions) return fields;
  const { field, allowed } = statusTransitions;
  const changes = allowed.map(({ from, to, access, when }) => {
    const limits = [...Object.keys(access ?? {}), ...(when ? [JSON.stringify(when)] : [])].join(", ");
    return `${from.map((value) => value ?? "new").join(" | ")} → ${to.join(" | ")}${limits && ` (${limits})`}`;
  });
  return { ...fields, [field]: [fields?.[field], `Changes: ${changes.join("; ")}.`].filter(Boolean).join(" ") };
}

/** The schema of a record in responses: with links, and with the records that `expand` asks for. */
function responseSchema({ fields }: ResourceDescriptor, record: PlainSchema): PlainSchema {
  const expanded = fields.flatMap(({ name, kind, reference }) => {
    const target = reference?.expand && about[reference.resource];
    if (!target) return [];
    const targetRef = refTo(target.title);
    return [[`${name}_expand`, kind === "references" ? { type: "array", items: targetRef } : targetRef]];
  });
  const properties = { ...Object.fromEntries(expanded), _links: refTo("Links") };
  return { ...record, properties: Object.assign({}, record.properties, properties) };
}

function refTo(schema: string): PlainSchema {
  return { $ref: `#/components/schemas/${schema}` };
}

/** A new record whose references may be records to make before it, with lists of those to make after it. */
function compositeSchema(create: PlainSchema, parts: readonly CompositePart[]): PlainSchema {
  const properties = parts.map(({ name, created, resource, reference, maxItems }) => {
    const record = refTo(`${about[resource]?.title ?? resource}Create`);
    if (created === "before") return [name, { anyOf: [{ type: "integer" }, record] }];
    const description = `Created after the record, without ${reference}.`;
    return [name, { description, type: "array", maxItems, items: record }];
  });
  return { ...create, properties: Object.assign({}, create.properties, Object.fromEntries(properties)) };
}

/** Ids are numbers, except where a resource without a table says otherwise. */
function idType({ fields }: ResourceDescriptor): string {
  const id = fields.find(({ name }) => name === "id");
  return id ? wireType(id) : "integer";
}

const inJson = (schema: unknown) => ({ "application/json": { schema } });
const inQuery = (name: string, schema: PlainSchema) => ({ name, in: "query", schema });
const inPath = (name: string, type: string) => ({ name, in: "path", required: true, schema: { type } });
const bodyOf = (schema: PlainSchema) => ({ required: true, content: inJson(schema) });

function operation(action: string, { name }: ResourceDescriptor) {
  return { operationId: `${action}_${name}`, tags: [name] };
}

/** The answers to a request: if it succeeds, and else. */
function answers(status: string, description: string, schema?: PlainSchema) {
  return {
    responses: {
      [status]: {
        description,
        ...(status === "201" ? { headers: { Location: { required: true, schema: { type: "string" } } } } : {}),
        ...(schema ? { content: inJson(schema) } : {}),
      },
      default: { description: "Refused", content: inJson(refTo("Error")) },
    },
  };
}

function pathsOf(descriptor: ResourceDescriptor): Record<string, unknown> {
  const { name, composite } = descriptor;
  const { title } = aboutOf(descriptor);
  const nested = descriptor.parent?.nested ? descriptor.parent.reference : undefined;
  const itemParameters = [...(nested ? [inPath(nested, "integer")] : []), inPath("id", idType(descriptor))];
  return {
    ...restorePaths(descriptor),
    ...(overviewResources.includes(name) && {
      [`/${name}/{id}/overview`]: {
        parameters: [inPath("id", idType(descriptor))],
        get: {
          ...operation("overview", descriptor),
          parameters: [inQuery("tz", { type: "string" })],
          ...answers("200", "At a glance", refTo("RecordOverview")),
        },
      },
    }),
    [`/${name}/`]: collectionOperations(descriptor),
    ...(composite && {
      [`/${name}/composite`]: {
        post: {
          ...operation("compose", descriptor),
          requestBody: bodyOf(refTo(`${title}Composite`)),
          ...answers("201", "All created; Location tells where the record is"),
        },
      },
    }),
    ...(nested && {
      [`/${name}/{${nested}}`]: {
        parameters: [inPath(nested, "integer")],
        get: listOperation("list_nested", descriptor),
      },
    }),
    [nested ? `/${name}/{${nested}}/{id}` : `/${name}/{id}`]: {
      parameters: itemParameters,
      ...itemOperations(descriptor),
    },
    ...Object.fromEntries((descriptor.actions ?? []).map((action) => actionPath(descriptor, action))),
  };
}

/** The path of an action, whose input has some fields of the record. */
function actionPath(descriptor: ResourceDescriptor, { name, fields, required }: ActionDescriptor) {
  const { title } = aboutOf(descriptor);
  const record = `#/components/schemas/${title}Update/properties`;
  const properties = Object.fromEntries(fields.map((field) => [field, { $ref: `${record}/${field}` }]));
  const input = { type: "object", ...(required.length > 0 ? { required } : {}), properties };
  const path = {
    parameters: [inPath("id", idType(descriptor))],
    post: {
      ...operation(name, descriptor),
      requestBody: bodyOf(input),
      ...answers("204", "Done"),
    },
  };
  return [`/${descriptor.name}/{id}/actions/${name}`, path] as const;
}

/** Paths of the journal: the changes that an earlier state would make, and its restoration. */
function restorePaths(descriptor: ResourceDescriptor): Record<string, unknown> {
  const { name, journal, operations } = descriptor;
  if (!journal || !operations.includes("update")) return {};
  const restored = { type: "object", properties: { records: { type: "integer" }, left: { type: "array" } } };
  const options = {
    fields: { type: "array", items: { type: "string" } },
    overwrite: { type: "boolean", default: false },
  };
  const restore = (action: string, parameters: readonly unknown[], properties: Record<string, unknown>) => ({
    parameters: [inPath("id", idType(descriptor)), ...parameters],
    get: { ...operation(`preview_${action}`, descriptor), ...answers("200", "What POST would change") },
    post: {
      ...operation(action, descriptor),
      requestBody: { content: inJson({ type: "object", properties }) },
      ...answers("200", "Restored, except for what is left", restored),
    },
  });
  const time = { type: "string", format: "date-time" };
  return {
    [`/${name}/{id}/journal/{entry}/restore`]: restore("restore", [inPath("entry", "integer")], options),
    [`/${name}/{id}/journal/at`]: restore("restore_at", [], { time, ...options }),
  };
}

function collectionOperations(descriptor: ResourceDescriptor): Record<string, unknown> {
  const { operations, api } = descriptor;
  return {
    ...(operations.includes("list") && { get: listOperation("list", descriptor) }),
    ...(operations.includes("create") && {
      post: {
        ...operation("create", descriptor),
        requestBody: bodyOf(refTo(`${aboutOf(descriptor).title}Create`)),
        ...(api.actionOnly ? answers("204", "Done") : answers("201", "Created; Location tells where")),
      },
    }),
  };
}

function listOperation(action: string, descriptor: ResourceDescriptor): Record<string, unknown> {
  const { name, filters, list } = descriptor;
  const rel = `ngcp:${name}`;
  const page = {
    type: "object",
    required: ["total_count"],
    properties: {
      total_count: { type: ["integer", "null"] },
      _embedded: {
        type: "object",
        required: [rel],
        properties: { [rel]: { type: "array", items: refTo(aboutOf(descriptor).title) } },
      },
      _links: refTo("Links"),
    },
  };
  const parameters = [
    inQuery("page", { type: "integer", minimum: 1, default: 1 }),
    inQuery("rows", { type: "integer", minimum: 1, default: 10 }),
    inQuery("order_by", { type: "string" }),
    inQuery("order_by_direction", { enum: ["asc", "desc"] }),
    inQuery("expand", { type: "string" }),
    ...(list.searchIn.length > 0 ? [inQuery("search", { type: "string" })] : []),
    ...filters.map((filter) => inQuery(filter.name, filterSchema(filter))),
  ];
  return { ...operation(action, descriptor), parameters, ...answers("200", "One page", page) };
}

function itemOperations(descriptor: ResourceDescriptor): Record<string, unknown> {
  const { operations, api } = descriptor;
  const { title } = aboutOf(descriptor);
  const schema = refTo(api.patchAddRemove ? "ExtendedPatch" : "Patch");
  return {
    ...(operations.includes("read") && {
      get: { ...operation("read", descriptor), ...answers("200", "The record", refTo(title)) },
    }),
    ...(operations.includes("update") && {
      put: {
        ...operation("replace", descriptor),
        requestBody: bodyOf(refTo(`${title}Update`)),
        ...answers("204", "Replaced"),
      },
      patch: {
        ...operation("patch", descriptor),
        requestBody: { required: true, content: { "application/json-patch+json": { schema } } },
        ...answers("204", "Changed"),
      },
    }),
    ...(operations.includes("delete") && {
      delete: { ...operation("delete", descriptor), ...answers("204", "Gone") },
    }),
  };
}
