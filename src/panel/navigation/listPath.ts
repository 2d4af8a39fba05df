import { pathTo } from "./paths.ts";

/** Values by filter name. */
export type ListFilter = Readonly<Record<string, string | boolean>>;

/** URL of a resource's list with these filters in place of its defaults; null where it has no list. */
export function listPath(resource: string, filter: ListFilter = {}, parentId?: number | string): string | null {
  const path = pathTo(resource, "list", { parentId });
  if (path === null || Object.keys(filter).length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
