import type { Query } from "../../http/query.ts";

/** The supported part of a DataTables 1.9 query; the client's column names are ignored. */
export interface LegacyQuery {
  readonly echo: number;
  readonly search: string;
  /** Index into the server's own columns. */
  readonly sortColumn: number;
  readonly descending: boolean;
  readonly start: number;
  /** Undefined: all rows. */
  readonly length: number | undefined;
  readonly idOnTop: number | undefined;
}

export function legacyQueryOf(query: Query): LegacyQuery {
  const length = wholeNumber(query.get("iDisplayLength"));
  return {
    echo: wholeNumber(query.get("sEcho")) ?? 1,
    search: (query.get("sSearch") ?? "").trim(),
    sortColumn: wholeNumber(query.get("iSortCol_0")) ?? 0,
    descending: query.get("sSortDir_0")?.toLowerCase() === "desc",
    start: wholeNumber(query.get("iDisplayStart")) ?? 0,
    length: length === 0 ? undefined : length,
    idOnTop: wholeNumber(query.get("iIdOnTop")),
  };
}

/** `-1` and malformed numbers count as absent. */
function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The envelope of one page. `total` counts before the search, `found` after it. */
export function toLegacyPage(
  echo: number,
  counts: { readonly total: number; readonly found: number },
  rows: readonly unknown[],
): Record<string, unknown> {
  return {
    sEcho: echo,
    iTotalRecords: counts.total,
    iTotalDisplayRecords: counts.found,
    iTotalRecordCountClipped: false,
    iTotalDisplayRecordCountClipped: false,
    aaData: rows,
  };
}
