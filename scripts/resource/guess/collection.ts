import { isObject } from "../../../src/core/isObject.ts";
/** Records of a collection, with its name if it has one. */
export interface Collection {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** Number of records in the whole collection. */
  readonly total: number;
  readonly name?: string;
}

/** Common names of the list in a plain JSON response. */
const LISTS = ["items", "data", "results", "records"];

/** Reads the records of a response: HAL with `_embedded`, a named list or a bare array. */
export function readCollection(body: unknown): Collection | undefined {
  if (Array.isArray(body)) return toCollection(body, body.length);
  if (!isObject(body)) return undefined;
  const total = Number(body.total_count ?? body.total ?? Number.NaN);
  const embedded = isObject(body._embedded) ? Object.entries(body._embedded) : [];
  const listed = [...embedded, ...Object.entries(body).filter(([name]) => LISTS.includes(name))];
  const [name, list] = listed.find(([, value]) => Array.isArray(value) || isObject(value)) ?? [];
  // Some platforms do not wrap a single record in a list.
  const records = Array.isArray(list) ? list : isObject(list) ? [list] : undefined;
  if (!records || name === undefined) return undefined;
  const own = LISTS.includes(name) ? undefined : name.replace(/^.*:/, "");
  return { ...toCollection(records, total), ...(own ? { name: own } : {}) };
}

function toCollection(list: readonly unknown[], total: number): Collection {
  const records = list.filter(isObject);
  return { records, total: Number.isNaN(total) ? records.length : total };
}
