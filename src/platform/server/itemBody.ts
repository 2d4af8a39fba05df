import type { ResourceDescriptor, WireRecord } from "../../core/schema/descriptor.ts";
import { idOf } from "../../core/schema/ids.ts";
import { textIn } from "../../core/schema/valueAt.ts";
import { summaries } from "../../generated/index.gen.ts";
import { collectionPath, itemHref, itemPath, type Link, nestedCollectionPath, toItem } from "../http/hal.ts";
import { idsAt } from "../records/operations/references.ts";
import type { OutgoingReference, ResourcePlan } from "../records/plan/resourcePlan.ts";

type LinkedPlan = Pick<ResourcePlan, "name" | "descriptor" | "outgoing">;

/** A record with links to itself, its references, its children, and its journal. */
export function toItemBody(plan: LinkedPlan, record: WireRecord): Record<string, unknown> {
  const hrefs: Hrefs = {};
  for (const outgoing of plan.outgoing) {
    const { resource } = outgoing.reference;
    // An id alone is no address there.
    if (summaries[resource]?.parent?.nested) continue;
    for (const id of idsIn(outgoing, record)) add(hrefs, resource, itemPath(resource, id));
  }
  for (const { resource, reference } of plan.descriptor.children) {
    const id = encodeURIComponent(idOf(record));
    const isNested = summaries[resource]?.parent?.nested;
    add(
      hrefs,
      resource,
      isNested ? nestedCollectionPath(resource, id) : `${collectionPath(resource)}?${reference}=${id}`,
    );
  }
  if (plan.descriptor.journal) add(hrefs, "journal", `${itemHref(plan.name, idOf(record))}/journal/`);
  return toItem(plan.name, record, toLinks(hrefs), listPathOf(plan.descriptor, record));
}

/** The list that a record is in. */
export function listPathOf({ name, parent }: Pick<ResourceDescriptor, "name" | "parent">, record: WireRecord): string {
  return parent?.nested ? nestedCollectionPath(name, textIn(record, parent.reference)) : collectionPath(name);
}

/** Relation -> targets; most have one. */
type Hrefs = Record<string, string | Set<string>>;

function add(hrefs: Hrefs, resource: string, href: string): void {
  const rel = `ngcp:${resource}`;
  const current = hrefs[rel];
  if (current === undefined) hrefs[rel] = href;
  else if (typeof current !== "string") current.add(href);
  else if (current !== href) hrefs[rel] = new Set([current, href]);
}

/** A single link is an object, as clients expect; several are a list. */
function toLinks(hrefs: Hrefs): Record<string, Link | readonly Link[]> {
  const links: Record<string, Link | readonly Link[]> = {};
  for (const rel in hrefs) {
    const value = hrefs[rel] ?? "";
    links[rel] = typeof value === "string" ? { href: value } : [...value].map((href) => ({ href }));
  }
  return links;
}

function idsIn({ field, inner }: OutgoingReference, record: WireRecord): number[] {
  const value = record[field.name];
  // A hidden field must not leak through its link: it is not in the record.
  if (field.internal || value === undefined || value === null) return [];
  if (typeof value === "number" && inner.length === 0) return [value];
  // Lists within a list have too many ids for links.
  return inner.length > 1 ? [] : idsAt(record, [field.name, ...inner]).map(([, id]) => id);
}
