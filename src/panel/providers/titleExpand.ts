import { titlePaths } from "../../core/recordTitle.ts";
import { summaryOf } from "./resources.ts";

/** What to `expand` for a record's title: `contact_id` for customers. */
export function titleExpand(resource: string): string[] {
  const behind = titlePaths(summaryOf(resource).record).filter((path) => path.includes("."));
  return [...new Set(behind.map((path) => path.slice(0, path.lastIndexOf("."))))];
}

/** The same as a request's `meta`; empty where the title needs no references. */
export function titleMeta(resource: string): { readonly meta?: { readonly expand: string[] } } {
  const expand = titleExpand(resource);
  return expand.length > 0 ? { meta: { expand } } : {};
}
