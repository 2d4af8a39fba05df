import type { ResourceSummary } from "../../core/schema/descriptor.ts";
import { templatePaths } from "../../core/values/recordTitle.ts";
import { summaries } from "../../generated/index.gen.ts";

/** Returns what is known of a resource without loading it. Throws for unknown names. */
export function summaryOf(resource: string): ResourceSummary {
  const summary = summaries[resource];
  if (!summary) throw new Error(`Unknown resource ${resource}`);
  return summary;
}

const owners = new Map(
  Object.values(summaries).flatMap(({ name, preferences }) => (preferences === undefined ? [] : [[preferences, name]])),
);

/** The resource whose records have these preferences; undefined: the name is not that of preferences. */
export function ownerOfPreferences(resource: string): string | undefined {
  return owners.get(resource);
}

/** Returns what to `expand` for a record's title: `contact_id` for customers. */
export function titleExpand(resource: string): string[] {
  const behind = templatePaths(summaryOf(resource).recordRepresentation).filter((path) => path.includes("."));
  return [...new Set(behind.map((path) => path.slice(0, path.lastIndexOf("."))))];
}

/** Returns that expansion as a request's `meta`; empty if the title needs no references. */
export function titleMeta(resource: string): { readonly meta?: { readonly expand: string[] } } {
  const expand = titleExpand(resource);
  return expand.length > 0 ? { meta: { expand } } : {};
}
