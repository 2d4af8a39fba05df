import { calendarBounds, isCalendarRange, parseRange } from "../../../src/core/calendarRange.ts";
import { serviceOf } from "../../../src/core/callDestination.ts";
import { formatInput, parseInputInstant, parseWireInstant } from "../../../src/core/dateTime.ts";
import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import { parseFileValue } from "../../../src/core/fileValue.ts";
import { formats } from "../../../src/core/formats.ts";
import { moneyToInput } from "../../../src/core/money.ts";
import { formatOf } from "../../../src/panel/kinds/calendarRange/Cell.tsx";

/** A file as a browser uploads it. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

/** How a user enters a value: typed, selected, uploaded, or not at all. */
export type InputMethod =
  | { readonly by: "typing"; readonly text: string }
  | { readonly by: "choosing"; readonly value: string }
  | { readonly by: "picking"; readonly file: PickedFile }
  | { readonly by: "switching" }
  | { readonly by: "nothing"; readonly why: string };

const texts = ["text", "longText", "email", "host", "ip", "regex", "colour", "password"];
const numbers = ["integer", "decimal", "percent", "money", "duration"];
const lookups = ["reference", "references", "country", "timezone"];
const TIME_ZONE = "UTC";

/** How a user of this locale would enter this value. */
export function inputMethodFor(field: FieldDescriptor, value: Json | undefined, locale: string): InputMethod {
  const { kind } = field;
  if (kind === "boolean")
    return typeof value === "boolean" ? { by: "switching" } : unsupported("a switch is on or off");
  if (value === null || value === undefined) {
    return isChosen(field) || kind === "file" ? unsupported("cannot be cleared") : { by: "typing", text: "" };
  }
  if (typeof value === "object") return unsupported("structures cannot be typed");
  if (kind === "enum") return { by: "choosing", value: String(value) };
  if (lookups.includes(kind)) return unsupported("picked from a list, not typed");
  if (kind === "file") return fileInput(value);
  if (kind === "calendarRange") return rangeInput(field, value);
  if (kind === "callDestination" && typeof value === "string")
    return serviceOf(value) ? { by: "choosing", value: serviceOf(value) ?? "" } : textInput(kind, value);
  if (texts.includes(kind)) return textInput(kind, value);
  if (numbers.includes(kind)) return numberInput(kind, value, locale);
  if (kind === "dateTime") return dateInput(value);
  if (["date", "timeOfDay"].includes(kind) && typeof value === "string" && !/^\s*\d/.test(value))
    return { by: "typing", text: value };
  return unsupported("the input normalizes what is typed");
}

function textInput(kind: string, value: string | number | boolean): InputMethod {
  if (typeof value !== "string") return unsupported("typed values are always text");
  if (/\p{Cc}/u.test(value)) return unsupported("control characters cannot be typed");
  if (kind !== "password" && value !== value.trim()) return unsupported("surrounding white space is trimmed");
  return { by: "typing", text: value };
}

function numberInput(kind: string, value: string | number | boolean, locale: string): InputMethod {
  if (typeof value !== "number") return { by: "typing", text: String(value) };
  const isShort = Number(value.toFixed(2)) === value && Number.isSafeInteger(Math.round(value * 100));
  if (!isShort && kind !== "integer") return unsupported("more digits than the input takes");
  if (kind === "money" && !Number.isInteger(value)) return unsupported("amounts have two decimals");
  if (kind === "duration" && value < 0) return unsupported("durations cannot be negative");
  return { by: "typing", text: kind === "money" ? moneyToInput(value, locale) : String(value) };
}

function dateInput(value: string | number | boolean): InputMethod {
  if (typeof value !== "string") return unsupported("typed values are always text");
  const isWritten = formats["date-time"](value) || formats["local-date-time"](value);
  const instant = isWritten && parseWireInstant(value, TIME_ZONE);
  if (instant) return { by: "typing", text: formatInput(instant, TIME_ZONE) };
  if (parseInputInstant(value, TIME_ZONE)) return unsupported("the input accepts more date formats");
  return { by: "typing", text: value };
}

function isChosen(field: FieldDescriptor): boolean {
  if (field.kind === "calendarRange") return formatOf(field) !== "year-range";
  return field.kind === "enum" || lookups.includes(field.kind);
}

function fileInput(value: string | number | boolean): InputMethod {
  const file = typeof value === "string" ? parseFileValue(value) : undefined;
  if (!file) return unsupported("not a valid file value");
  return { by: "picking", file: { name: file.name ?? "file", mimeType: file.type, base64: file.base64 } };
}

/** Years are typed; weekdays, months and hours are selects, of which the first is tried. */
function rangeInput(field: FieldDescriptor, value: string | number | boolean): InputMethod {
  const format = formatOf(field);
  if (typeof value !== "string") return unsupported("selected values are always text");
  if (format === "year-range") return textInput(field.kind, value);
  const range = parseRange(value);
  if (!range) return unsupported("not among the options");
  const [lowest, highest] = calendarBounds[format];
  const isWithin = isCalendarRange(format, value) || range.from < lowest || range.from > highest;
  return { by: "choosing", value: String(isWithin ? range.from : range.to) };
}

function unsupported(why: string): InputMethod {
  return { by: "nothing", why };
}
