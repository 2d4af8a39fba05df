import type { ColumnStorage } from "../../../core/schema/descriptor.ts";
import { MAX_INTEGER } from "../../../core/schema/ids.ts";
import { parseWireInstant } from "../../../core/values/dateTime.ts";

const MIN_INTEGER = -2_147_483_648;

/**
 * A query parameter as a value of the column, undefined when impossible: such a filter matches nothing instead of
 * failing in the database.
 */
export function parseValue(type: ColumnStorage["type"], text: string, timeZone: string): unknown {
  switch (type) {
    case "integer": {
      const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= MIN_INTEGER && value <= MAX_INTEGER ? value : undefined;
    }
    case "bigint":
      return /^-?\d{1,18}$/.test(text) ? text : undefined;
    case "numeric":
    case "double precision":
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(text) ? Number(text) : undefined;
    case "boolean":
      return parseBoolean(text);
    case "timestamptz":
      return parseWireInstant(text, timeZone) ?? undefined;
    case "text":
      return text.includes("\0") ? undefined : text;
    case "jsonb":
      return undefined;
  }
}

function parseBoolean(text: string): boolean | undefined {
  if (text === "1" || text.toLowerCase() === "true") return true;
  if (text === "0" || text.toLowerCase() === "false") return false;
  return undefined;
}

/** Whether an unvalidated value of a body is a text that can be used in a query. */
export function isAskable<Value>(value: Value): value is Value & string {
  return typeof value === "string" && value !== "" && !value.includes("\0") && value.isWellFormed();
}
