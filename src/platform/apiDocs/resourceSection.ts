import type { FilterDescriptor, ResourceDescriptor } from "../../core/descriptor.ts";
import type { Texts } from "../../core/texts.ts";
import { fieldTable, type Shapes } from "./fieldTable.ts";
import { type Html, html } from "./html.ts";
import type { ApiDocument, ApiOperation, ApiPath } from "./openApiTypes.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;
type Method = (typeof methods)[number];

/** Right that a method requires. */
const rights = { get: "read", post: "create", put: "update", patch: "update", delete: "delete" } as const;

interface SectionParts {
  readonly texts: Texts;
  readonly document: ApiDocument;
  readonly descriptor: ResourceDescriptor;
  /** Origin of the example URLs. */
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
    .flatMap(([path, item]) => operationsOf(path, item).filter((one) => may(rightOf(one))));
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

/** What an operation does, by the key of its text. */
function kindOf(path: string, method: Method, isList: boolean): string {
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
  const kind = kindOf(path, method, isList);
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
