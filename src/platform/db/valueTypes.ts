import pg from "pg";
import { toRfc3339 } from "../../core/values/dateTime.ts";

const { builtins } = pg.types;
type Reader = (text: string) => unknown;

const toDate: Reader = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

const readers = new Map<number, Reader>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.TIMESTAMPTZ, parseTimestamp],
  [builtins.TIMESTAMP, (text) => text],
  [builtins.DATE, (text) => text],
]);

/** Returns the parser of a type's values, by the number of the type. */
export const readerOf = (type: number): Reader => readers.get(type) ?? pg.types.getTypeParser(type);

/**
 * Converts database values to JavaScript values, the same on every engine: int8 and numeric are numbers (the schemas
 * bound them to safe integers and doubles), timestamptz is RFC 3339 in UTC with whole seconds (`2026-01-02T03:04:05Z`),
 * date and timestamp stay text, json is parsed.
 */
export const valueTypes: pg.CustomTypesConfig = { getTypeParser: readerOf };

const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?\+00$/;

function parseTimestamp(text: string): string {
  const match = utc.exec(text);
  if (match) return `${match[1]}T${match[2]}Z`;
  const date = toDate(text);
  // `infinity` and years beyond the range of RFC 3339 have no such form.
  return date instanceof Date && !Number.isNaN(date.getTime()) ? toRfc3339(date) : text;
}
