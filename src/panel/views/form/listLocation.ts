import type { ResourceDescriptor } from "../../../core/schema/descriptor.ts";
import { pathTo } from "../../navigation/paths.ts";
import { summaryOf } from "../../providers/summaries.ts";

/** Returns the place where records of a resource are listed: a page of their own, or a tab of their parent. */
export function listLocationOf(
  { name, parent }: Pick<ResourceDescriptor, "name" | "parent">,
  parentId?: string,
): string {
  if (!parent) return pathTo(name, "list", { parentId }) ?? "/";
  // A child created elsewhere has no parent yet.
  if (parentId === undefined && summaryOf(parent.resource).parent) return "/";
  const id = parentId;
  return pathTo(parent.resource, id === undefined ? "list" : "details", { id, tab: parent.path }) ?? "/";
}
