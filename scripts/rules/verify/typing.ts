import { parseRange } from "../../../src/core/calendarRange.ts";
import { serviceOf } from "../../../src/core/callDestination.ts";
import { formatInput, parseWireInstant } from "../../../src/core/dateTime.ts";
import type { FieldDescriptor, FieldKind, Json } from "../../../src/core/descriptor.ts";
import { parseFileValue } from "../../../src/core/fileValue.ts";
import { formats } from "../../../src/core/formats.ts";
import { isObject } from "../../../src/core/isObject.ts";
import { centsOf, moneyToInput } from "../../../src/core/money.ts";
import { formatOf } from "../../../src/panel/kinds/calendarRange/Cell.tsx";
import { formatDecimal } from "../../../src/panel/kinds/number/numberText.ts";

/** A file as a browser uploads it. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

/**
 * How a person enters a value.
 * choosing: in one select, or in two for a range. looking up: by the text of an option or the number of a record; what
 * a text stands for is up to the form. taking: whatever a picker offers. adding: one chip each. listing: so many rows.
 * filling: the parts of a group. leaving: nothing at all.
 */
export type InputMethod =
  | { readonly by: "typing"; readonly text: string }
  | { readonly by: "choosing"; readonly options: readonly string[] }
  | { readonly by: "picking"; readonly file: PickedFile }
  | { readonly by: "switching"; readonly isOn: boolean }
  | { readonly by: "looking up"; readonly text: string }
  | { readonly by: "taking" }
  | { readonly by: "adding"; readonly text: string; readonly count: number }
  | { readonly by: "listing"; readonly count: number }
  | { readonly by: "filling"; readonly members: Readonly<Record<string, Json>> }
  | { readonly by: "leaving" }
  | { readonly by: "nothing"; readonly why: string };

const texts: readonly FieldKind[] = ["text", "longText", "email", "host", "ip", "regex", "colour", "password"];
const numbers: readonly FieldKind[] = ["integer", "decimal", "percent", "money", "duration"];
const moments: readonly FieldKind[] = ["dateTime", "date", "timeOfDay"];
const lists: readonly FieldKind[] = ["list", "phoneNumbers"];
const chips: readonly FieldKind[] = ["tags", "ipList", "emailList"];
const groups: readonly FieldKind[] = ["object", "phoneNumber"];
const TIME_ZONE = "UTC";

/** How a user of this locale would enter this value; `isEntry`: of the field's list, as an entry of it. */
export function inputMethodFor(
  field: FieldDescriptor,
  value: Json | undefined,
  locale: string,
  { isEntry = false } = {},
): InputMethod {
  const { kind } = field;
  if (value === null || value === undefined) return isTyped(field) ? { by: "typing", text: "" } : { by: "leaving" };
  if (kind === "boolean") {
    return typeof value === "boolean" ? { by: "switching", isOn: value } : impossible("a switch is on or off");
  }
  if (kind === "reference" || kind === "references") return recordInput(value);
  if (kind === "enum") return { by: "choosing", options: [asText(value)] };
  if (kind === "country" || kind === "timezone" || field.offers) return { by: "looking up", text: asText(value) };
  if (kind === "calendarRange" && formatOf(field) !== "year-range") return rangeInput(value);
  if (kind === "file") return fileInput(value);
  if (chips.includes(kind)) return chipsInput(kind, isEntry ? [value] : value);
  if (lists.includes(kind) && !isEntry) {
    return Array.isArray(value) ? { by: "listing", count: value.length } : impossible("rows are always a list");
  }
  if (lists.includes(kind) || groups.includes(kind)) {
    return isObject(value) ? { by: "filling", members: value } : impossible("a group of inputs is always a group");
  }
  if (numbers.includes(kind)) return numberInput(field, value, locale);
  if (typeof value !== "string") return impossible("whatever is typed is a text");
  if (kind === "callDestination" && serviceOf(value)) return { by: "choosing", options: [serviceOf(value) ?? ""] };
  return { by: "typing", text: kind === "dateTime" ? momentText(value) : value };
}

/** Whether the input is a text that can be cleared. */
export function isTyped(field: FieldDescriptor): boolean {
  const { kind } = field;
  const isYears = kind === "calendarRange" && formatOf(field) === "year-range";
  const isText = [...texts, ...numbers, ...moments].includes(kind) || kind === "callDestination";
  return (isText && field.offers === undefined) || isYears;
}

/** Whether the input may bring what is typed into its own form; all others keep it but for surrounding blanks. */
export function mayCorrect({ kind }: FieldDescriptor): boolean {
  return [...numbers, ...moments, ...chips].includes(kind) || kind === "callDestination";
}

/** A text that none of these inputs can make sense of. */
export function isSenseless({ kind }: FieldDescriptor, text: string): boolean {
  return !moments.includes(kind) || !/^\s*\d/.test(text);
}

function numberInput(field: FieldDescriptor, value: Json, locale: string): InputMethod {
  const { kind } = field;
  if (typeof value !== "number") return { by: "typing", text: asText(value) };
  if (kind === "money") {
    const cents = centsOf(value, field);
    if (!Number.isInteger(cents)) return impossible("amounts have two decimals");
    if (!Number.isSafeInteger(cents)) return impossible("more digits than the input takes");
    return { by: "typing", text: moneyToInput(cents, locale) };
  }
  const text = kind === "duration" ? String(value) : formatDecimal(value, locale);
  return /^-?\d{1,16}(?:\D\d+)?$/.test(text) ? { by: "typing", text } : impossible("more digits than the input takes");
}

function momentText(value: string): string {
  const isWritten = formats["date-time"](value) || formats["local-date-time"](value);
  const instant = isWritten && parseWireInstant(value, TIME_ZONE);
  return instant ? formatInput(instant, TIME_ZONE) : value;
}

/** Numbers in the book stand for whatever record there is, except those that no record can have. */
function recordInput(value: Json): InputMethod {
  if (Array.isArray(value) && value.length === 0) return { by: "leaving" };
  if (typeof value === "number") return { by: "looking up", text: `#${value}` };
  return { by: "looking up", text: asText(value) };
}

/** Weekdays, months, hours and the like are selected. */
function rangeInput(value: Json): InputMethod {
  if (typeof value !== "string") return impossible("whatever is selected is a text");
  const range = parseRange(value);
  if (!range) return { by: "choosing", options: [asText(value)] };
  const { from, to } = range;
  return { by: "choosing", options: from === to ? [String(from)] : [String(from), String(to)] };
}

function fileInput(value: Json): InputMethod {
  const file = typeof value === "string" ? parseFileValue(value) : undefined;
  if (!file) return impossible("what is picked is always a file");
  return { by: "picking", file: { name: file.name ?? "file", mimeType: file.type, base64: file.base64 } };
}

function chipsInput(kind: FieldKind, value: Json): InputMethod {
  if (kind === "emailList" && typeof value === "string") return { by: "adding", text: value, count: 1 };
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string"))
    return impossible(kind === "emailList" ? "whatever is typed is a text" : "rows are always a list");
  return { by: "adding", text: value.join(","), count: value.length };
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function impossible(why: string): InputMethod {
  return { by: "nothing", why };
}
