import type { Query } from "../../http/query.ts";
import { fitsWildcard } from "../query/like.ts";
import { legacyQueryOf, toLegacyPage } from "./legacyQuery.ts";

type Cells = Readonly<Record<string, string>>;

/** A legacy table whose rows are in memory. */
export interface ListTable {
  readonly keys: readonly string[];
  readonly rows: readonly Cells[];
  /** Default page size; all rows when absent. */
  readonly defaultLength?: number;
}

export function readListTable({ keys, rows, defaultLength }: ListTable, query: Query): Record<string, unknown> {
  const { echo, search, sortColumn, descending, start, length, idOnTop } = legacyQueryOf(query);
  const matches = rows.filter((row) => keys.some((key) => fitsWildcard(row[key] ?? "", `*${search}*`)));
  const key = keys[sortColumn];
  // The given order is meaningful (the default zone first), so it is kept unless another is requested.
  const isSorted = query.has("iSortCol_0") && key !== undefined;
  const sorted = isSorted ? [...matches].sort((a, b) => (a[key] ?? "").localeCompare(b[key] ?? "")) : matches;
  const ordered = descending ? [...sorted].reverse() : sorted;
  const top = query.get("iIdOnTop") ?? String(idOnTop ?? "");
  const chosen = ordered.filter((row) => row.id !== undefined && row.id === top);
  const all = [...chosen, ...ordered.filter((row) => !chosen.includes(row))];
  const size = length ?? (query.has("iDisplayLength") ? all.length : (defaultLength ?? all.length));
  return toLegacyPage(echo, { total: rows.length, found: matches.length }, all.slice(start, start + size));
}
