import { keepPreviousData } from "@tanstack/react-query";
import { useGetMany } from "react-admin";
import { recordTitle } from "../../../core/recordTitle.ts";
import type { PanelRecord } from "../../providers/rest.ts";
import { summaryOf } from "../../providers/summaries.ts";
import type { Line } from "./keys.ts";

/** What the subscribers of lines are called: by their display names, otherwise by their addresses. Empty without one. */
export function useSubscriberNames(lines: readonly Line[]): (line: Line) => string {
  const ids = [...new Set(lines.flatMap(({ subscriber_id: id }) => (typeof id === "number" ? [id] : [])))];
  const { data, isPending, isPlaceholderData } = useGetMany<PanelRecord>(
    "subscribers",
    { ids },
    { enabled: ids.length > 0, placeholderData: keepPreviousData },
  );
  const names = new Map(
    // Those that cannot be read are missing.
    data?.flatMap((record) => (record ? [[record.id, nameOf(record)] as const] : [])),
  );
  return ({ subscriber_id: id }) => {
    if (typeof id !== "number") return "";
    return names.get(id) ?? (isPending || isPlaceholderData ? "…" : `#${id}`);
  };
}

function nameOf(record: PanelRecord): string {
  return String(record.display_name || recordTitle(summaryOf("subscribers").record, record));
}
