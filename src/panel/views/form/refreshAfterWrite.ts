import type { Query, QueryClient } from "@tanstack/react-query";
import { summaries } from "../../../generated/index.gen.ts";
import { ownerOfPreferences } from "../../providers/summaries.ts";

/** First parts of the keys of searches over everything, of the journal of all records, and of the dashboard. */
export const searchKey = "search";
export const historyKey = "history";
const ofAll = [searchKey, historyKey, "dashboard"];

/**
 * A write has effects that only the platform knows (a status cascades): every cached record is stale. Refetches what is
 * on the screen in the background, without what is up to date already (`except`).
 */
export function refreshAfterWrite(queryClient: QueryClient, except?: string): void {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === "string" &&
      name !== except &&
      (name in summaries || ofAll.includes(name) || ownerOfPreferences(name) !== undefined),
  });
}

/** Refreshes the journals, after a write that nothing else depends on. */
export function refreshJournals(queryClient: QueryClient): void {
  const tells = ({ queryKey: [name, part] }: Query) =>
    ofAll.includes(String(name)) || part === "journal" || part === "overview";
  void queryClient.invalidateQueries({ predicate: tells });
}
