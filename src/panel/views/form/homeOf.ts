import type { ResourceDescriptor } from "../../../core/descriptor.ts";
import { pathTo } from "../../paths.ts";

/** Where records of this kind are listed: on a page of their own, or in a tab of the record that owns them. */
export function homeOf({ name, parent }: Pick<ResourceDescriptor, "name" | "parent">, parentId?: string): string {
  const list = parent
    ? pathTo(parent.resource, "details", { id: parentId, tab: parent.path })
    : pathTo(name, "list", { parentId });
  return list ?? "/";
}
