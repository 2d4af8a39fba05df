import customers from "../../../../i18n/en/resources/customers.json" with { type: "json" };
import { countryCodes } from "../../../core/validation/formats/iso-3166-alpha2.ts";
import type { Query } from "../../http/query.ts";
import { fitsWildcard } from "../query/like.ts";

type Cells = Readonly<Record<string, string>>;

/** A legacy table whose rows are in memory. */
interface ListTable {
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

/** Countries, time zones and the products customers can have. */
export function listTables(timeZone: string): (ListTable & { readonly path: string })[] {
  const zones = Intl.supportedValuesOf("timeZone").filter((name) => name !== timeZone);
  const zoneRows = [timeZone, ...zones].map((name) => ({ name }));
  const products = Object.values(customers.enums.type).map((name, index) => ({ id: String(index + 1), name }));
  return [
    { path: "/contact/country/ajax", keys: ["id", "name"], rows: countries(), defaultLength: 4 },
    { path: "/contact/timezone_ajax", keys: ["name"], rows: zoneRows },
    { path: "/contact/timezone_ajax/:ownerType/:ownerId", keys: ["name"], rows: zoneRows },
    { path: "/product/ajax", keys: ["id", "name"], rows: products },
  ];
}

function countries(): { readonly id: string; readonly name: string }[] {
  const names = new Intl.DisplayNames("en", { type: "region" });
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

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
