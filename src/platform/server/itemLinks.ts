import type { FastifyRequest } from "fastify";
import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { memoize } from "../../core/values/memoize.ts";
import { furtherLinks, itemRelations, links } from "../../generated/links.gen.ts";
import { type HeaderRelations, type Link, type LinkedItem, listPathOf, toItem } from "../http/hal.ts";
import { isReadMethod } from "../http/query.ts";
import { idsAt } from "../records/operations/references.ts";

/** The relations that the header `Link` of the record at the request's URL has: those of a listed one. */
export function headerRelationsOf({ method, url }: Pick<FastifyRequest, "method" | "url">): HeaderRelations {
  const [, , resource = ""] = url.split("/", 3);
  const isRead = isReadMethod(method);
  const further = furtherLinks[resource];
  return {
    marksItem: isRead,
    marksRelations: isRead && itemRelations.has(resource),
    has: (rel) => further?.[rel] === undefined,
  };
}

interface LinkedPlan {
  readonly descriptor: ResourceDescriptor;
}

/** A record alone, with links to all that it refers to and to all of its children. */
export function toItemBody({ descriptor }: LinkedPlan, record: WireRecord): LinkedItem {
  return withLinks(descriptor, record, allRelationsOf(descriptor));
}

/** A record in a list; `query` is what its address needs beside its id (`?subscriber_id=1`). */
export function toListedItem({ descriptor }: LinkedPlan, record: WireRecord, query = ""): LinkedItem {
  return withLinks(descriptor, record, relationsOf(descriptor), query);
}

function withLinks(
  descriptor: ResourceDescriptor,
  record: WireRecord,
  templates: LinksByRelation,
  query = "",
): LinkedItem {
  const { name } = descriptor;
  const collection = listPathOf(descriptor, record);
  const self = { href: `${collection}${encodeURIComponent(idOf(record))}${query}` };
  const relations: Record<`ngcp:${string}`, readonly Link[]> = {};
  for (const [rel, toLinks] of templates) {
    const found = toLinks(record, self);
    if (found.length > 0) relations[`ngcp:${rel}`] = found;
  }
  return toItem(name, record, relations, collection, self);
}

type ToLinks = (record: WireRecord, self: Link) => readonly Link[];

type LinksByRelation = readonly (readonly [rel: string, ToLinks])[];

/** The relations of a resource's records as codegen made them of its schema: a request has many records. */
const relationsOf = memoize(({ name }: ResourceDescriptor) => compileLinks(links[name] ?? { [name]: "self" }));
const allRelationsOf = memoize(
  (descriptor: ResourceDescriptor): LinksByRelation => [
    ...relationsOf(descriptor),
    ...compileLinks(furtherLinks[descriptor.name] ?? {}),
  ],
);

function compileLinks(templates: Readonly<Record<string, string | readonly string[]>>): LinksByRelation {
  return Object.entries(templates).map(([rel, template]) => [rel, toLinksBy([template].flat())]);
}

function toLinksBy(templates: readonly string[]): ToLinks {
  const makers = templates.map(toHrefsBy);
  return (record, self) => [...new Set(makers.flatMap((make) => make(record, self)))].map((href) => ({ href }));
}

/** The addresses by a template: one; none where the field is empty; several where it is in a list. */
function toHrefsBy(template: string): (record: WireRecord, self: Link) => readonly string[] {
  if (template === "self") return (_, { href }) => [href];
  const [before = "", path = "", after = ""] = template.split(/[{}]/);
  const [name = "", ...inner] = path.split(".");
  if (inner.length > 0) {
    return (record) => idsAt(record, [name, ...inner]).map(([, id]) => `${before}${id}${after}`);
  }
  return (record) => {
    const value = record[name];
    const isId = typeof value === "number" || (typeof value === "string" && value !== "");
    return isId ? [`${before}${encodeURIComponent(value)}${after}`] : [];
  };
}
