import type { Model, ResourceModel } from "../model.ts";
import { type PlainSchema, toJsonSchema } from "./jsonSchema.ts";

/** `openapi.gen.json`: OpenAPI 3.1 of the platform's REST resources. */
export function emitOpenApi({ resources }: Model): Map<string, string> {
  const document = {
    openapi: "3.1.0",
    info: { title: "Patchbay platform API", version: "1" },
    servers: [{ url: "/api" }],
    security: [{ bearer: [] }],
    tags: resources.map(({ name, description }) => ({ name, description })),
    paths: Object.assign({}, ...resources.map(pathsOf)),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { ...Object.assign({}, ...resources.map(schemasOf)), Error: ERROR },
    },
  };
  return new Map([["openapi.gen.json", `${JSON.stringify(document, null, 2)}\n`]]);
}

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

function schemasOf(resource: ResourceModel): Record<string, PlainSchema> {
  const { title, operations } = resource;
  return {
    [title]: toJsonSchema(resource, "read"),
    ...(operations.includes("create") ? { [`${title}Create`]: toJsonSchema(resource, "create") } : {}),
    ...(operations.includes("update") ? { [`${title}Update`]: toJsonSchema(resource, "update") } : {}),
  };
}

/** Ids are numbers, except where a resource without a table says otherwise. */
function idType({ fields }: ResourceModel): string {
  return fields.find(({ name }) => name === "id")?.schema.type ?? "integer";
}

function pathsOf(resource: ResourceModel): Record<string, unknown> {
  const { name, title, operations, filters } = resource;
  const ref = (schema: string) => ({ $ref: `#/components/schemas/${schema}` });
  const json = (schema: unknown) => ({ "application/json": { schema } });
  const failure = { description: "Refused", content: json(ref("Error")) };
  const answers = (status: string, description: string, schema?: unknown) => ({
    responses: { [status]: { description, ...(schema ? { content: json(schema) } : {}) }, default: failure },
  });
  const page = {
    type: "object",
    properties: {
      total_count: { type: ["integer", "null"] },
      _embedded: { type: "object", properties: { [`ngcp:${name}`]: { type: "array", items: ref(title) } } },
    },
  };
  const query = (parameter: string, schema: PlainSchema) => ({ name: parameter, in: "query", schema });
  return {
    [`/${name}/`]: {
      ...(operations.includes("list") && {
        get: {
          operationId: `list_${name}`,
          tags: [name],
          parameters: [
            query("page", { type: "integer", minimum: 1, default: 1 }),
            query("rows", { type: "integer", minimum: 1, default: 10 }),
            query("order_by", { type: "string" }),
            query("order_by_direction", { enum: ["asc", "desc"] }),
            query("expand", { type: "string" }),
            ...(resource.searchIn.length > 0 ? [query("search", { type: "string" })] : []),
            ...filters.map((filter) => query(filter.name, { type: "string" })),
          ],
          ...answers("200", "One page", page),
        },
      }),
      ...(operations.includes("create") && {
        post: {
          operationId: `create_${name}`,
          tags: [name],
          requestBody: { required: true, content: json(ref(`${title}Create`)) },
          ...answers("201", "Created; Location tells where"),
        },
      }),
    },
    [`/${name}/{id}`]: {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: idType(resource) } }],
      ...(operations.includes("read") && {
        get: { operationId: `read_${name}`, tags: [name], ...answers("200", "The record", ref(title)) },
      }),
      ...(operations.includes("update") && {
        put: {
          operationId: `replace_${name}`,
          tags: [name],
          requestBody: { required: true, content: json(ref(`${title}Update`)) },
          ...answers("204", "Replaced"),
        },
        patch: {
          operationId: `patch_${name}`,
          tags: [name],
          requestBody: {
            required: true,
            content: { "application/json-patch+json": { schema: { type: "array", items: { type: "object" } } } },
          },
          ...answers("204", "Changed"),
        },
      }),
      ...(operations.includes("delete") && {
        delete: { operationId: `delete_${name}`, tags: [name], ...answers("204", "Gone") },
      }),
    },
  };
}
