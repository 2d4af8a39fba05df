import pg from "pg";
import { toRfc3339 } from "../../core/dateTime.ts";

const { builtins } = pg.types;
const toDate: (text: string) => unknown = pg.types.getTypeParser(builtins.TIMESTAMPTZ);

/**
 * How database values become JavaScript values, the same on every engine: int8 and numeric are numbers (the schemas
 * bound them to safe integers and doubles), timestamptz is RFC 3339 in UTC with whole seconds (`2026-01-02T03:04:05Z`),
 * date and timestamp stay text, json is parsed.
 */
export const valueTypes = new pg.TypeOverrides();
valueTypes.setTypeParser(builtins.INT8, Number);
valueTypes.setTypeParser(builtins.NUMERIC, Number);
valueTypes.setTypeParser(builtins.TIMESTAMPTZ, parseTimestamp);
valueTypes.setTypeParser(builtins.TIMESTAMP, (text) => text);
valueTypes.setTypeParser(builtins.DATE, (text) => text);

const utc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?\+00$/;

function parseTimestamp(text: string): string {
  const match = utc.exec(text);
  if (match) return `${match[1]}T${match[2]}Z`;
  const date = toDate(text);
  // `infinity` and years beyond the range of RFC 3339 have no such form.
  return date instanceof Date && !Number.isNaN(date.getTime()) ? toRfc3339(date) : text;
}
