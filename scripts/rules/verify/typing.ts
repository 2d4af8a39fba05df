import { calendarBounds, isCalendarRange, parseRange } from "../../../src/core/calendarRange.ts";
import { serviceOf } from "../../../src/core/callDestination.ts";
import { formatInput, parseInputInstant, parseWireInstant } from "../../../src/core/dateTime.ts";
import type { FieldDescriptor, Json } from "../../../src/core/descriptor.ts";
import { parseFileValue } from "../../../src/core/fileValue.ts";
import { formats } from "../../../src/core/formats.ts";
import { moneyToInput } from "../../../src/core/money.ts";
import { formatOf } from "../../../src/panel/kinds/calendarRange/formatOf.ts";

/** A file as a browser hands it over. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

/** How a value gets into a form: typed, chosen from a list, picked from a disk, or not at all. */
export type Way =
  | { readonly by: "typing"; readonly text: string }
  | { readonly by: "choosing"; readonly value: string }
  | { readonly by: "picking"; readonly file: PickedFile }
  | { readonly by: "switching" }
  | { readonly by: "nothing"; readonly why: string };

const texts = ["text", "longText", "email", "host", "ip", "regex", "colour", "password"];
const numbers = ["integer", "decimal", "percent", "money", "duration"];
const looked = ["reference", "references", "country", "timezone"];
const ZONE = "UTC";

/** The way of this value into an input of this kind, as a person with this locale would go it. */
export function wayOf(field: FieldDescriptor, value: Json | undefined, locale: string): Way {
  const { kind } = field;
  if (kind === "boolean") return typeof value === "boolean" ? { by: "switching" } : never("a switch has two positions");
  if (value === null || value === undefined) {
    return isChosen(field) || kind === "file" ? never("left as it is") : { by: "typing", text: "" };
  }
  if (typeof value === "object") return never("nobody types a structure");
  if (kind === "enum") return { by: "choosing", value: String(value) };
  if (looked.includes(kind)) return never("picked from a list, not typed");
  if (kind === "file") return fileWay(value);
  if (kind === "calendarRange") return rangeWay(field, value);
  if (kind === "callDestination" && typeof value === "string")
    return serviceOf(value) ? { by: "choosing", value: serviceOf(value) ?? "" } : textWay(kind, value);
  if (texts.includes(kind)) return textWay(kind, value);
  if (numbers.includes(kind)) return numberWay(kind, value, locale);
  if (kind === "dateTime") return dateWay(value);
  if (["date", "timeOfDay"].includes(kind) && typeof value === "string" && !/^\s*\d/.test(value))
    return { by: "typing", text: value };
  return never("its input puts what is typed into its own form");
}

function textWay(kind: string, value: string | number | boolean): Way {
  if (typeof value !== "string") return never("whatever is typed here is a text");
  if (/\p{Cc}/u.test(value)) return never("no keyboard has such a character");
  if (kind !== "password" && value !== value.trim()) return never("blanks around a text are taken away");
  return { by: "typing", text: value };
}

function numberWay(kind: string, value: string | number | boolean, locale: string): Way {
  if (typeof value !== "number") return { by: "typing", text: String(value) };
  if (!Number.isSafeInteger(value * 100) && kind !== "integer") return never("more digits than a form takes");
  if (kind === "duration" && value < 0) return never("no span of time is below nothing");
  return { by: "typing", text: kind === "money" ? moneyToInput(value, locale) : String(value) };
}

function dateWay(value: string | number | boolean): Way {
  if (typeof value !== "string") return never("whatever is typed here is a text");
  const isWritten = formats["date-time"](value) || formats["local-date-time"](value);
  const instant = isWritten && parseWireInstant(value, ZONE);
  if (instant) return { by: "typing", text: formatInput(instant, ZONE) };
  if (parseInputInstant(value, ZONE)) return never("the form understands more ways to write a date");
  return { by: "typing", text: value };
}

function isChosen(field: FieldDescriptor): boolean {
  if (field.kind === "calendarRange") return formatOf(field) !== "year-range";
  return field.kind === "enum" || looked.includes(field.kind);
}

/** By the name that it would have on a disk. */
function fileWay(value: string | number | boolean): Way {
  const file = typeof value === "string" ? parseFileValue(value) : undefined;
  if (!file) return never("no file stands for it");
  return { by: "picking", file: { name: file.name ?? "file", mimeType: file.type, base64: file.base64 } };
}

/** Years are typed; weekdays, months and hours are lists, of which the first of the two is looked at. */
function rangeWay(field: FieldDescriptor, value: string | number | boolean): Way {
  const format = formatOf(field);
  if (typeof value !== "string") return never("whatever is chosen here is a text");
  if (format === "year-range") return textWay(field.kind, value);
  const range = parseRange(value);
  if (!range) return never("no list of names offers such a text");
  const [lowest, highest] = calendarBounds[format];
  const isWithin = isCalendarRange(format, value) || range.from < lowest || range.from > highest;
  return { by: "choosing", value: String(isWithin ? range.from : range.to) };
}

function never(why: string): Way {
  return { by: "nothing", why };
}
