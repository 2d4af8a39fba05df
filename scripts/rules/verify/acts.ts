import type { FieldDescriptor, FieldKind, Json } from "../../../src/core/schema/descriptor.ts";
import { isObject } from "../../../src/core/schema/isObject.ts";
import { isNumberKind, wireTypes } from "../../../src/core/schema/kinds.ts";
import { serviceOf } from "../../../src/core/telephony/callDestination.ts";
import { parseFileValue } from "../../../src/core/validation/fileValue.ts";
import { formats } from "../../../src/core/validation/formats.ts";
import { parseRange } from "../../../src/core/values/calendarRange.ts";
import { formatInput, parseWireInstant } from "../../../src/core/values/dateTime.ts";
import { centsOf, moneyToInput } from "../../../src/core/values/money.ts";
import { formatOf } from "../../../src/panel/kinds/calendarRange/Cell.tsx";
import { formatDecimal } from "../../../src/panel/kinds/number/numberText.ts";

/** A file as a browser uploads it. */
export interface PickedFile {
  readonly name: string;
  readonly mimeType: string;
  readonly base64: string;
}

/** Ways to enter a value by hand; `rows`: so many in a list, `fill`: the parts of a group, `leave`: nothing at all. */
export type Act =
  | { readonly do: "type"; readonly text: string }
  /** In one select, or in two for a range. */
  | { readonly do: "choose"; readonly options: readonly string[] }
  /** In a picker; without an option, the first that is offered. */
  | { readonly do: "pick"; readonly text: string; readonly option?: string }
  | { readonly do: "switch"; readonly isOn: boolean }
  | { readonly do: "file"; readonly file: PickedFile }
  | { readonly do: "rows"; readonly count: number }
  | { readonly do: "fill"; readonly members: Readonly<Record<string, Json>> }
  | { readonly do: "leave" }
  | { readonly do: "nothing"; readonly why: string };

/** Scalars that are chosen, picked, uploaded or become chips; all others are typed. */
const untyped: readonly FieldKind[] = [
  "boolean",
  "enum",
  "reference",
  "country",
  "timezone",
  "calendarRange",
  "file",
  "emailList",
];
const moments: readonly FieldKind[] = ["dateTime", "date", "timeOfDay"];
const lists: readonly FieldKind[] = ["list", "phoneNumbers"];
const chips: readonly FieldKind[] = ["tags", "ipList", "emailList"];
const TIME_ZONE = "UTC";

/**
 * The act by which a user of this locale enters this value. `isEntry`: as an entry of the field's list. `isOffered`: the value
 * stands for one that the form offers.
 */
export function actFor(
  field: FieldDescriptor,
  value: Json | undefined,
  locale: string,
  { isEntry = false, isOffered = false } = {},
): Act {
  const { kind } = field;
  if (value === null || value === undefined) return isTyped(field) ? { do: "type", text: "" } : { do: "leave" };
  if (kind === "boolean")
    return typeof value === "boolean" ? { do: "switch", isOn: value } : impossible("a switch is on or off");
  // The record of a good id is unknown: any one that is offered will do.
  if (kind === "reference" || kind === "references" || field.reference) {
    if (Array.isArray(value) && value.length === 0) return { do: "leave" };
    if (isOffered) return { do: "pick", text: "" };
    return { do: "type", text: typeof value === "number" ? `#${value}` : asText(value) };
  }
  if (kind === "enum") return { do: "choose", options: [asText(value)] };
  if (kind === "country" || kind === "timezone" || isFreeCode(field)) {
    const text = asText(value);
    const label = kind === "country" ? new Intl.DisplayNames(locale, { type: "region" }) : undefined;
    return isOffered ? { do: "pick", text, option: label?.of(text) ?? text } : { do: "type", text };
  }
  if (kind === "calendarRange" && formatOf(field) !== "year-range") return rangeAct(value);
  if (kind === "file") return fileAct(value);
  if (isChips(field)) return chipsAct(kind, isEntry ? [value] : value);
  if (lists.includes(kind) && !isEntry)
    return Array.isArray(value) ? { do: "rows", count: value.length } : impossible("rows are always a list");
  if (lists.includes(kind) || wireTypes[kind] === "object")
    return isObject(value) ? { do: "fill", members: value } : impossible("a group of inputs is always a group");
  if (isNumberKind(kind)) return numberAct(field, value, locale);
  if (typeof value !== "string") return impossible("whatever is typed is a text");
  const service = kind === "callDestination" ? serviceOf(value) : undefined;
  if (service) return { do: "choose", options: [service] };
  return { do: "type", text: kind === "dateTime" ? momentText(value) : value };
}

/** Whether what is typed becomes chips. */
export function isChips({ kind }: Pick<FieldDescriptor, "kind">): boolean {
  return chips.includes(kind);
}

/** Whether the input offers the codes that are free. */
function isFreeCode({ format, unique }: FieldDescriptor): boolean {
  return format === "star-code" && unique !== undefined;
}

/** Whether the input is a text that can be cleared. */
function isTyped(field: FieldDescriptor): boolean {
  const { kind } = field;
  const isYears = kind === "calendarRange" && formatOf(field) === "year-range";
  const isScalar = !["array", "object"].includes(wireTypes[kind]);
  return (isScalar && !untyped.includes(kind) && !isFreeCode(field)) || isYears;
}

/** Whether the input may bring what is typed into its own form; all others keep it but for surrounding blanks. */
export function mayCorrect({ kind }: FieldDescriptor): boolean {
  return (
    (isNumberKind(kind) && kind !== "reference") || [...moments, ...chips].includes(kind) || kind === "callDestination"
  );
}

function numberAct(field: FieldDescriptor, value: Json, locale: string): Act {
  const { kind } = field;
  if (typeof value !== "number") return { do: "type", text: asText(value) };
  if (kind === "money") {
    const cents = centsOf(value, field);
    if (!Number.isInteger(cents)) return impossible("amounts have two decimals");
    if (!Number.isSafeInteger(cents)) return impossible("more digits than the input takes");
    return { do: "type", text: moneyToInput(cents, locale) };
  }
  const text = kind === "duration" ? String(value) : formatDecimal(value, locale);
  return /^-?\d{1,16}(?:\D\d+)?$/.test(text) ? { do: "type", text } : impossible("more digits than the input takes");
}

function momentText(value: string): string {
  const isWritten = formats["date-time"](value) || formats["local-date-time"](value);
  const instant = isWritten && parseWireInstant(value, TIME_ZONE);
  return instant ? formatInput(instant, TIME_ZONE) : value;
}

/** Weekdays, months, hours and the like are selected. */
function rangeAct(value: Json): Act {
  if (typeof value !== "string") return impossible("whatever is selected is a text");
  const range = parseRange(value);
  if (!range) return { do: "choose", options: [asText(value)] };
  const { from, to } = range;
  return { do: "choose", options: from === to ? [String(from)] : [String(from), String(to)] };
}

function fileAct(value: Json): Act {
  const file = typeof value === "string" ? parseFileValue(value) : undefined;
  if (!file) return impossible("what is picked is always a file");
  return { do: "file", file: { name: file.name ?? "file", mimeType: file.type, base64: file.base64 } };
}

function chipsAct(kind: FieldKind, value: Json): Act {
  if (kind === "emailList" && typeof value === "string") return { do: "type", text: value };
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string"))
    return impossible(kind === "emailList" ? "whatever is typed is a text" : "rows are always a list");
  return { do: "type", text: value.join(",") };
}

function asText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function impossible(why: string): Act {
  return { do: "nothing", why };
}
