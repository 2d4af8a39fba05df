import type { FastifyRequest } from "fastify";
import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { preferenceKinds, valuesResource } from "../../core/telephony/preferenceKind.ts";
import { memoize } from "../../core/values/memoize.ts";
import { furtherLinks, itemRelations, links } from "../../generated/links.gen.ts";
import { type HeaderRelations, type Link, type LinkedItem, listPathOf, toItem } from "../http/hal.ts";
import { isReadMethod } from "../http/query.ts";
import { idsAt } from "../records/operations/references.ts";

/** The relations that the header `Link` of the record at the request's URL has: those of a listed one. */
export function headerRelationsOf({ method, url }: Pick<FastifyRequest, "method" | "url">): HeaderRelations {
  const [, , resource = "", , part] = url.split("/", 5);
  const isRead = isReadMethod(method) && part !== "journal";
  const kind = preferenceKinds.find((each) => valuesResource(each) === resource);
  const further = furtherLinks[resource];
  const marked = kind ? kind.marksRelations : itemRelations[resource];
  return {
    marksItem: isRead,
    marks: (rel) => isRead && (Array.isArray(marked) ? marked.includes(rel) : marked === true),
    has: (rel) => (kind && rel === "journal" ? kind.linksJournal : further?.[rel] === undefined),
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
  return (record, self) => makers.flatMap((make) => make(record, self)).map((href) => ({ href }));
}

/** The addresses by a template: one; none where a field is empty; several where it is in a list. */
function toHrefsBy(template: string): (record: WireRecord, self: Link) => readonly string[] {
  if (template === "self") return (_, { href }) => [href];
  // Texts, each with a path of a field after it but the last.
  const parts = template.split(/[{}]/);
  const [before = "", path = "", after = ""] = parts;
  const [name = "", ...inner] = path.split(".");
  if (inner.length > 0) {
    return (record) => idsAt(record, [name, ...inner]).map(([, id]) => `${before}${id}${after}`);
  }
  return (record) => {
    let href = "";
    for (const [index, part] of parts.entries()) {
      if (index % 2 === 0) href += part;
      else {
        const value = record[part];
        if (typeof value !== "number" && (typeof value !== "string" || value === "")) return [];
        href += encodeURIComponent(value);
      }
    }
    return [href];
  };
}
