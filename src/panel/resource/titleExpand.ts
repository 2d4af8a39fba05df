import { titlePaths } from "../../core/recordTitle.ts";
import { summaryOf } from "../providers/resources.ts";

/** What `expand` has to bring along so that a record can be called by its title: `contact_id` for customers. */
export function titleExpand(resource: string): string[] {
  const behind = titlePaths(summaryOf(resource).record).filter((path) => path.includes("."));
  return [...new Set(behind.map((path) => path.slice(0, path.lastIndexOf("."))))];
}
