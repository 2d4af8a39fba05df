import type {
  Json,
  LegacyColumnDescriptor,
  LegacyTableDescriptor,
  ResourceDescriptor,
  WireRecord,
} from "../../core/schema/descriptor.ts";
import { isRecordId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { setAtPointer } from "../../core/schema/valueAt.ts";
import { malformedError } from "./errors.ts";
import type { HttpRequest, HttpResponse, Query } from "./http.ts";
import type { ListParams, PanelRecord } from "./rest.ts";

export interface LegacyTableParams {
  /** 1-based. */
  readonly page: number;
  readonly perPage: number;
  /** A column's key or the path it shows. */
  readonly sort?: { readonly field: string; readonly order: "ASC" | "DESC" };
  /** Matches prefixes, as typed; a star matches any run of characters. */
  readonly search?: string;
  /** Id of the record to put first: a picker's current choice. */
  readonly idOnTop?: number | string;
  readonly signal?: AbortSignal;
}

/** A list declared to come from a legacy table does, unless filtered in a way that only REST supports. */
export function toLegacyList(descriptor: ResourceDescriptor, params: ListParams) {
  const { legacyTable, searchFilter } = descriptor.list;
  const table = descriptor.legacyTables.find(({ path }) => path === legacyTable);
  const filters = Object.entries(params.filter ?? {}).filter(([, value]) => value !== "" && value !== undefined);
  const { page, perPage } = params.pagination ?? { page: 1, perPage: descriptor.list.perPage };
  if (!table || perPage < 1 || filters.some(([name]) => name !== searchFilter)) return undefined;
  const text = filters[0]?.[1];
  const legacyParams: LegacyTableParams = {
    page,
    perPage,
    sort: params.sort,
    search: text === undefined ? undefined : String(text),
    signal: params.signal,
  };
  return { table, params: legacyParams };
}

/** A page of a legacy table (DataTables 1.9): all state is in the query, the path is below the panel's root. */
export function toLegacyTableRequest(table: LegacyTableDescriptor, params: LegacyTableParams): HttpRequest {
  const { columns } = table;
  return {
    path: table.path,
    query: {
      sEcho: 1,
      iColumns: columns.length,
      sColumns: ",".repeat(Math.max(columns.length - 1, 0)),
      iDisplayStart: (params.page - 1) * params.perPage,
      iDisplayLength: params.perPage,
      ...Object.assign({}, ...columns.map(toColumnQuery)),
      sSearch: params.search ?? "",
      bRegex: false,
      iSortCol_0: sortIndex(columns, params.sort?.field),
      sSortDir_0: params.sort?.order === "DESC" ? "desc" : "asc",
      iSortingCols: 1,
      iIdOnTop: params.idOnTop,
    },
    signal: params.signal,
  };
}

function toColumnQuery({ key }: LegacyColumnDescriptor, index: number): Query {
  return {
    [`mDataProp_${index}`]: key,
    [`sSearch_${index}`]: "",
    [`sbRegex_${index}`]: false,
    [`bSearchable_${index}`]: true,
    [`bSortable_${index}`]: true,
  };
}

/** The server sorts by column index, so our columns must be in the same order. */
function sortIndex(columns: readonly LegacyColumnDescriptor[], field: string | undefined): number {
  return Math.max(
    columns.findIndex(({ key, source }) => field === key || field === source),
    0,
  );
}

/** Rows of a legacy table as records: columns behind a reference are also put where `expand` would put them. */
export function fromLegacyTable(
  table: LegacyTableDescriptor,
  { body }: HttpResponse,
): { data: PanelRecord[]; total: number } {
  if (!isObject(body) || !Array.isArray(body.aaData)) throw malformedError(`${table.path}: the answer has no aaData`);
  // A number, or the text of one.
  const total = Number(body.iTotalDisplayRecords);
  if (typeof total !== "number" || !Number.isInteger(total))
    throw malformedError(`${table.path}: iTotalDisplayRecords is no number`);
  return { data: body.aaData.map((row) => toTableRecord(table, row)), total };
}

function toTableRecord(table: LegacyTableDescriptor, cells: Json): PanelRecord {
  if (!isObject(cells)) throw malformedError(`${table.path}: a row is no object`);
  let record: WireRecord = cells;
  for (const { key, source } of table.columns) {
    const path = source.split(".");
    // The schema names the columns.
    if (path.length > 1) record = setAtPointer(record, `/${toExpandedPath(path).join("/")}`, cells[key] ?? null);
  }
  // Some tables have no id: their first column identifies the rows.
  const id = cells.id ?? cells[table.columns[0]?.key ?? ""];
  return { ...record, id: isRecordId(id) ? id : "" };
}

/** `contact_id.email` is at `contact_id_expand.email`. */
function toExpandedPath(path: readonly string[]): string[] {
  return path.map((name, index) => (index < path.length - 1 ? `${name}_expand` : name));
}
