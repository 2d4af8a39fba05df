import type { FilterDescriptor, ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import type { Texts } from "../../../core/schema/texts.ts";
import type { ApiDocument, ApiOperation, ApiPath, ApiSchema } from "./apiDocument.ts";
import { type Html, html } from "./page.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof methods)[number];

const rights = { get: "read", post: "create", put: "update", patch: "update", delete: "delete" } as const;

interface SectionParts {
  readonly texts: Texts;
  readonly document: ApiDocument;
  readonly descriptor: ResourceDescriptor;
  readonly origin: string;
  readonly may: (right: (typeof rights)[Method]) => boolean;
}

/**
 * One resource: the operations that the reader may use, each with parameters, responses and an example, and its fields.
 */
export function resourceSection({ texts, document, descriptor, origin, may }: SectionParts): Html {
  const { name } = descriptor;
  const operations = Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`/${name}/`))
    .flatMap(([path, item]) => operationsOf(path, item).filter((operation) => may(rightOf(operation))));
  const shapes = shapesOf(document, name);
  return html`<section class="resource" id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${name}</h2>
<p>${document.tags.find((tag) => tag.name === name)?.description}</p>
${operations.map((operation) => operationPart(texts, operation, descriptor, origin))}
${shapes ? html`<h3>${texts("apidocs.fields")}</h3>${fieldTable(texts, shapes)}` : ""}
</section>`;
}

/** A restore changes a record. */
function rightOf({ path, method }: NamedOperation): (typeof rights)[Method] {
  return method === "post" && isRestore(path) ? "update" : rights[method];
}

/** Returns the key of the text that says what an operation does. */
function operationKey(path: string, method: Method, isList: boolean): string {
  if (isRestore(path)) return method === "get" ? "preview" : "restore";
  for (const kind of ["composite", "overview"]) if (path.endsWith(`/${kind}`)) return kind;
  return isList ? "list" : method;
}

function isRestore(path: string): boolean {
  return path.includes("/journal/");
}

interface NamedOperation {
  readonly path: string;
  readonly method: Method;
  readonly operation: ApiOperation;
}

function operationsOf(path: string, item: ApiPath | undefined): NamedOperation[] {
  return methods.flatMap((method) => {
    const operation = item?.[method];
    return operation ? [{ path, method, operation }] : [];
  });
}

function operationPart(
  texts: Texts,
  { path, method, operation }: NamedOperation,
  { filters }: ResourceDescriptor,
  origin: string,
): Html {
  const { parameters = [], responses } = operation;
  const verb = method.toUpperCase();
  const isList = method === "get" && !path.includes("{");
  const done = Object.entries(responses).filter(([status]) => status !== "default");
  const refusals = refusalsOf(method, isList);
  const kind = operationKey(path, method, isList);
  return html`<details>
<summary><span class="verb ${method}">${verb}</span> <code>/api${path}</code> <span class="quiet">${texts(`apidocs.operations.${kind}`)}</span></summary>
<pre><code>${exampleOf(verb, path, operation, origin)}</code></pre>
${
  parameters.length > 0
    ? html`<h4>${texts("apidocs.parameters")}</h4><dl>${parameters.map(
        (parameter) =>
          html`<div><dt><code>${parameter.name}</code></dt><dd>${aboutParameter(texts, parameter.name, filters)}</dd></div>`,
      )}</dl>`
    : ""
}
<h4>${texts("apidocs.answers")}</h4><dl>${done.map(
    ([status, { description }]) => html`<div><dt><code>${status}</code></dt><dd>${description}</dd></div>`,
  )}${refusals.map((status) => html`<div><dt><code>${status}</code></dt><dd>${texts(`apidocs.statuses.${status}`)}</dd></div>`)}</dl>
</details>`;
}

/** Possible errors by status; `apidocs.statuses` explains each. */
function refusalsOf(method: Method, isList: boolean): string[] {
  const always = ["401", "403"];
  if (isList) return ["400", ...always, "409"];
  if (method === "get") return [...always, "404"];
  if (method === "post") return ["400", ...always, "415", "422"];
  if (method === "delete") return [...always, "404", "422"];
  return ["400", ...always, "404", "412", "415", "422"];
}

function aboutParameter(texts: Texts, name: string, filters: readonly FilterDescriptor[]): string {
  const filter = filters.find((candidate) => candidate.name === name);
  if (!filter) return texts(`apidocs.parameter.${name}`);
  return texts(`apidocs.match.${filter.match}`, { field: filter.source });
}

function exampleOf(verb: string, path: string, { requestBody }: ApiOperation, origin: string): string {
  const type = Object.keys(requestBody?.content ?? {})[0];
  const body = type?.includes("patch") ? `'[{"op": "replace", "path": "/…", "value": "…"}]'` : `'{ … }'`;
  const lines = [
    `curl${verb === "GET" ? "" : ` -X ${verb}`} -H "Authorization: Bearer $TOKEN"`,
    ...(type ? [`  -H "Content-Type: ${type}" -d ${body}`] : []),
    `  "${origin}/api${path.replaceAll(/\{\w+\}/g, "1")}"`,
  ];
  return lines.join(" \\\n");
}

/** Found through the schema that the response of reading one references; what can only be created has none. */
function shapesOf({ paths, components: { schemas } }: ApiDocument, name: string): Shapes | undefined {
  const all = paths[`/${name}/`];
  const text = JSON.stringify(paths[`/${name}/{id}`]?.get ?? all?.get ?? all?.post ?? {});
  const title = text.match(/#\/components\/schemas\/(\w+?)(?:Create)?"/)?.[1] ?? "";
  const read = schemas[title];
  return read && { read, create: schemas[`${title}Create`], update: schemas[`${title}Update`] };
}

/** The schemas of one resource: for reading, creating and replacing. */
interface Shapes {
  readonly read: ApiSchema;
  readonly create: ApiSchema | undefined;
  readonly update: ApiSchema | undefined;
}

interface FieldRow {
  readonly path: string;
  readonly schema: ApiSchema;
  readonly use: string;
}

/** Bounds that every integer has because of the database: not worth listing. */
const plainBounds: ReadonlySet<number> = new Set([
  2_147_483_647, -2_147_483_648, 9_007_199_254_740_991, -9_007_199_254_740_991,
]);

/** All fields with type, bounds and who sets them: client or platform. */
function fieldTable(texts: Texts, shapes: Shapes): Html {
  const rows = fieldsOf(shapes).map(
    ({ path, schema, use }) => html`<tr>
<th scope="row"><code>${path}</code></th>
<td>${typeOf(texts, schema)}</td>
<td>${texts(`apidocs.use.${use}`)}</td>
<td>${schema.description ?? ""}</td>
</tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts("apidocs.fields")}"><table>
<thead><tr><th scope="col">${texts("apidocs.field")}</th><th scope="col">${texts("apidocs.type")}</th><th scope="col">${texts("apidocs.given")}</th><th scope="col">${texts("apidocs.about")}</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
}

function fieldsOf({ read, create, update }: Shapes): FieldRow[] {
  const names = new Set([read, create, update].flatMap((shape) => Object.keys(shape?.properties ?? {})));
  // Links and expanded records are the same everywhere.
  const own = [...names].filter((name) => name !== "_links" && !name.endsWith("_expand"));
  return own.flatMap((name) => {
    const schema = create?.properties?.[name] ?? update?.properties?.[name] ?? read.properties?.[name] ?? {};
    return withMembers(name, schema, useOf(name, { read, create, update }));
  });
}

/** Name of the text that describes it: `apidocs.use.<name>`. */
function useOf(name: string, { read, create, update }: Shapes): string {
  const [inCreate, inUpdate] = [create, update].map((shape) => shape?.properties?.[name] !== undefined);
  if (!inCreate && !inUpdate) return "readOnly";
  const isRequired = Boolean((create ?? update)?.required?.includes(name));
  if (create && update && !inUpdate) return isRequired ? "requiredOnce" : "once";
  if (!read.properties?.[name]) return isRequired ? "requiredWriteOnly" : "writeOnly";
  return isRequired ? "required" : "optional";
}

function withMembers(path: string, schema: ApiSchema, use: string): FieldRow[] {
  const inner = schema.items?.properties ? schema.items : schema;
  const prefix = schema.items?.properties ? `${path}[].` : `${path}.`;
  const members = Object.entries(inner.properties ?? {}).flatMap(([name, member]) =>
    withMembers(prefix + name, member, memberUse(use, inner.required?.includes(name) ?? false)),
  );
  return [{ path, schema, use }, ...members];
}

function memberUse(use: string, isRequired: boolean): string {
  if (use === "readOnly") return use;
  return isRequired ? "required" : "optional";
}

/** `text, at most 63 characters`, `one of: in, out`. */
function typeOf(texts: Texts, schema: ApiSchema): Html {
  const type = [schema.type].flat().filter((name) => name !== "null" && name !== undefined)[0] ?? "object";
  const parts = [texts(`apidocs.types.${schema.format ?? ""}`), texts(`apidocs.types.${type}`)];
  const typeText = parts.find((text) => !text.startsWith("apidocs.")) ?? schema.format ?? type;
  const only = schema.const === undefined ? undefined : [schema.const];
  const choices = (schema.enum ?? schema.items?.enum ?? only)?.filter((value) => value !== null);
  const format =
    schema.format && typeText !== schema.format && parts[0]?.startsWith("apidocs.") ? ` (${schema.format})` : "";
  const bounds = boundsOf(texts, schema);
  return html`${typeText}${format}${choices ? html`: ${choices.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`)}` : ""}${bounds ? `, ${bounds}` : ""}`;
}

function boundsOf(texts: Texts, schema: ApiSchema): string {
  return boundNames
    .flatMap((name) => {
      const value = schema[name];
      const isPlain = value === undefined || (typeof value === "number" && plainBounds.has(value));
      return isPlain || (schema.enum && name.endsWith("imum")) ? [] : [texts(`apidocs.bounds.${name}`, { value })];
    })
    .join(", ");
}

const boundNames = [
  ...(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const),
  ...(["minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems"] as const),
];
