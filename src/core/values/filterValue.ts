import type { FieldDescriptor, FilterDescriptor } from "../schema/descriptor.ts";
import { isStorableId } from "../schema/ids.ts";
import { wireTypes } from "../schema/kinds.ts";
import { readCalendarText } from "./calendarText.ts";
import { parseWireInstant } from "./dateTime.ts";

/** Parameters of lists that are not filters: a filter or field of the same name could not be used. */
export const listParameters: ReadonlySet<string> = new Set([
  ...["page", "rows", "order_by", "order_by_direction", "no_count", "quick_count", "sums", "search"],
  ...["expand", "soft_expand", "lang", "tz", "use_owner_tz", "include"],
  ...["format", "columns", "headings", "time_zone", "bom"],
  ...["purge_existing", "check", "dry_run", "force_delete"],
]);

type Filter = Pick<FilterDescriptor, "kind" | "match">;

/** Whether a filter's value can be read as one of its kind. One that cannot matches nothing. */
export function isReadableFilter({ kind, match }: Filter, text: string, choices?: FieldDescriptor["enum"]): boolean {
  if (text === "$null" || text === "$not_null") return true;
  if (text.trim() === "" || text.includes("\0")) return false;
  if (match === "empty") return isSwitch(text);
  if (match === "wildcard") return !choices || text.includes("*") || isReadableValue(kind, text, choices);
  const values = match === "list" || match === "not" || kind === "references" ? text.split(",") : [text];
  return values.every((value) => isReadableValue(kind, value.trim(), choices));
}

/** `1`, `true`, `0` or `false`. */
export function isSwitch(text: string): boolean {
  return ["1", "true", "0", "false"].includes(text.trim().toLowerCase());
}

function isReadableValue(kind: FilterDescriptor["kind"], text: string, choices: FieldDescriptor["enum"]): boolean {
  if (kind === "reference" || kind === "references") return /^\d+$/.test(text) && isStorableId(Number(text));
  if (kind === "dateTime") return parseWireInstant(text, "UTC") !== null;
  if (kind === "date") return readCalendarText(text) !== null;
  switch (wireTypes[kind]) {
    case "boolean":
      return isSwitch(text);
    case "integer":
      return /^-?\d{1,15}$/.test(text);
    case "number":
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(text);
    default:
      return !choices || choices.some((choice) => String(choice) === text);
  }
}
