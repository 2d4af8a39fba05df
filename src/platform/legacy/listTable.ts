import type { Query } from "../http/query.ts";
import { legacyQueryOf, toLegacyPage } from "./legacyQuery.ts";

type Cells = Readonly<Record<string, string>>;

/** An older table whose rows are known without a database. */
export interface ListTable {
  readonly path: string;
  readonly keys: readonly string[];
  readonly rows: readonly Cells[];
  /** Page size of a query that names none; all rows when absent. */
  readonly defaultLength?: number;
}

export function readListTable({ keys, rows, defaultLength }: ListTable, query: Query): Record<string, unknown> {
  const { echo, search, sortColumn, descending, start, length, idOnTop } = legacyQueryOf(query);
  const found = rows.filter((row) => keys.some((key) => includes(row[key] ?? "", search)));
  const key = keys[sortColumn];
  // The given order is a meaningful one (the default zone first), so it stays unless another is asked for.
  const isSorted = query.has("iSortCol_0") && key !== undefined;
  const sorted = isSorted ? [...found].sort((a, b) => (a[key] ?? "").localeCompare(b[key] ?? "")) : found;
  const ordered = descending ? [...sorted].reverse() : sorted;
  const top = query.get("iIdOnTop") ?? String(idOnTop ?? "");
  const chosen = ordered.filter((row) => row.id !== undefined && row.id === top);
  const all = [...chosen, ...ordered.filter((row) => !chosen.includes(row))];
  const size = length ?? (query.has("iDisplayLength") ? all.length : (defaultLength ?? all.length));
  return toLegacyPage(echo, { total: rows.length, found: found.length }, all.slice(start, start + size));
}

/** Anywhere in the text; a star stands for any run of characters. */
function includes(text: string, search: string): boolean {
  const lower = text.toLowerCase();
  let place = 0;
  for (const part of search.toLowerCase().split("*")) {
    const at = lower.indexOf(part, place);
    if (at < 0) return false;
    place = at + part.length;
  }
  return true;
}
