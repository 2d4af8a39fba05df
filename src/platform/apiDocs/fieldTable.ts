import type { Texts } from "../../core/texts.ts";
import { type Html, html } from "./html.ts";
import type { ApiSchema } from "./openApiTypes.ts";

/** The schemas of one resource: for reading, creating and replacing. */
export interface Shapes {
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
export function fieldTable(texts: Texts, shapes: Shapes): Html {
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
  return [...names].flatMap((name) => {
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
  const named = parts.find((text) => !text.startsWith("apidocs.")) ?? schema.format ?? type;
  const choices = (schema.enum ?? schema.items?.enum)?.filter((value) => value !== null);
  const format =
    schema.format && named !== schema.format && parts[0]?.startsWith("apidocs.") ? ` (${schema.format})` : "";
  const bounds = boundsOf(texts, schema);
  return html`${named}${format}${choices ? html`: ${choices.map((value, index) => html`${index > 0 ? ", " : ""}<code>${String(value)}</code>`)}` : ""}${bounds ? `, ${bounds}` : ""}`;
}

function boundsOf(texts: Texts, schema: ApiSchema): string {
  const bound = (name: "minimum" | "maximum" | "minLength" | "maxLength" | "minItems" | "maxItems") => {
    const value = schema[name];
    return value === undefined || plainBounds.has(value) ? [] : [texts(`apidocs.bounds.${name}`, { value })];
  };
  return [
    ...(schema.enum ? [] : [...bound("minimum"), ...bound("maximum")]),
    ...bound("minLength"),
    ...bound("maxLength"),
    ...bound("minItems"),
    ...bound("maxItems"),
  ].join(", ");
}
