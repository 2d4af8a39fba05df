import { pathTo } from "../paths.ts";

/** Values by the name of a filter. */
export type ListFilter = Readonly<Record<string, string | boolean>>;

/** Address of a resource's list, with these filters in force instead of its own; null where it has no list. */
export function listAddress(resource: string, filter: ListFilter = {}, parentId?: number | string): string | null {
  const path = pathTo(resource, "list", { parentId });
  if (path === null || Object.keys(filter).length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}filter=${encodeURIComponent(JSON.stringify(filter))}`;
}
