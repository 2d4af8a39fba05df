import { parseWireInstant } from "../../core/dateTime.ts";
import type { ColumnStorage } from "../../core/descriptor.ts";

const smallest = -2_147_483_648;
const largest = 2_147_483_647;

/**
 * A query parameter as a value of the column, undefined when no row can hold it: such a filter matches nothing
 * instead of failing in the database.
 */
export function parseValue(type: ColumnStorage["type"], text: string, timeZone: string): unknown {
  switch (type) {
    case "integer": {
      const value = /^-?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
      return value >= smallest && value <= largest ? value : undefined;
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
