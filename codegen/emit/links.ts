import type { FieldModel, Model, ResourceModel } from "../model.ts";
import { isJournaled } from "./descriptors.ts";
import { header, toCode } from "./print.ts";

/** Templates of addresses by relation. */
type Links = Readonly<Record<string, string | readonly string[]>>;

/** `links.gen.ts`: the relations of records in `_links`, and the resources that mark them as items. For the platform alone. */
export function emitLinks({ resources }: Model): Map<string, string> {
  const nested = new Set(resources.filter(({ x }) => x.parent?.nested).map(({ name }) => name));
  const links: Record<string, Links> = {};
  const further: Record<string, Links> = {};
  for (const resource of resources) {
    const declared = resource.x.api?.links;
    const all = defaultLinks(resource, nested);
    links[resource.name] = declared ?? all;
    if (declared)
      further[resource.name] = Object.fromEntries(Object.entries(all).filter(([rel]) => declared[rel] === undefined));
  }
  const marked = resources.flatMap(({ name, x }) => (x.api?.itemRelations ? [[name, x.api.itemRelations]] : []));
  return new Map([
    [
      "links.gen.ts",
      `${header("schemas/resources")}type Links = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;\n\n` +
        `/** Relations of records by resource: \`self\`, or addresses with fields in braces. */\n` +
        `export const links: Links = ${toCode(links)};\n\n` +
        `/** Those that only a record alone has: its other references and children. */\n` +
        `export const furtherLinks: Links = ${toCode(further)};\n\n` +
        `/** Relations that the header \`Link\` marks as items by resource; true: all. */\n` +
        `export const itemRelations: Readonly<Record<string, true | readonly string[]>> = ${toCode(Object.fromEntries(marked))};\n`,
    ],
  ]);
}

/** The record itself, its references, its children and its journal; an id alone is no address of a nested record. */
function defaultLinks(resource: ResourceModel, nested: ReadonlySet<string>): Links {
  const { name, fields, children } = resource;
  const templates: Record<string, string[]> = {};
  const add = (resource: string, template: string) => {
    templates[resource] = [...new Set([...(templates[resource] ?? []), template])];
  };
  for (const [target, path] of fields.filter(({ internal }) => !internal).flatMap(referencesIn))
    if (!nested.has(target)) add(target, `/api/${target}/{${path}}`);
  for (const { resource, reference } of children)
    add(resource, nested.has(resource) ? `/api/${resource}/{id}/` : `/api/${resource}/?${reference}={id}`);
  if (isJournaled(resource)) add("journal", `/api/${name}/{id}/journal/`);
  return { ...templates, [name]: ["self", ...(templates[name] ?? [])] };
}

/** The references in a field and the paths of their ids; lists within lists have too many ids for links. */
function referencesIn({ name, reference, fields = [] }: FieldModel): [target: string, path: string][] {
  if (reference) return [[reference.resource, name]];
  return fields.flatMap((part): [string, string][] =>
    part.reference ? [[part.reference.resource, `${name}.${part.name}`]] : [],
  );
}
