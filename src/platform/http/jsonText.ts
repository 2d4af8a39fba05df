import type { Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isStorableId } from "../../core/schema/ids.ts";
import { isObject } from "../../core/schema/isObject.ts";
import { fieldError, PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { unsafeTexts } from "../../core/validation/validateRecord.ts";

/** Deeper structures are not records, and could overflow the stack of recursive code. */
const MAX_DEPTH = 64;

/** Names of no field. An object that has them cannot be written as a text, also not in a message about it. */
const conversions: ReadonlySet<string> = new Set(["toString", "valueOf"]);

/**
 * Parses JSON as the wire accepts it: throws a SyntaxError also on duplicate keys (parsers disagree on which one wins)
 * and on structures nested deeper than any record. A text with more members than `most` is not even parsed: hundreds of
 * thousands of keys block the event loop for seconds.
 */
export function parseJson(text: string, most = Number.POSITIVE_INFINITY): Json {
  checkStructure(text, most);
  return JSON.parse(text);
}

/** Parses a body or a part of one; throws the catalogue's 400 and 413. */
export function readJson(text: string, most: number): Json {
  try {
    return parseJson(text, most);
  } catch (cause) {
    if (cause instanceof PlatformError) throw cause;
    throw new PlatformError("malformed_json", {}, { cause });
  }
}

/**
 * Refuses texts that no database stores, wherever they are in a body: not all of it is a record with rules of its own.
 * The values of a patch are named by their place in the record.
 */
export function assertStorable(body: Json, json: string): void {
  // Only an escape can write one: what is no UTF-8 was replaced when it was read.
  if (!json.includes("\\u")) return;
  const parts: readonly (readonly [pointer: string, value: Json])[] = Array.isArray(body)
    ? body.map((item, index) =>
        isObject(item) && typeof item.path === "string" ? [item.path, item.value ?? null] : [`/${index}`, item],
      )
    : [["", body]];
  const errors = parts.flatMap(([pointer, value]) => [...unsafeTexts(pointer, ""), ...unsafeTexts(value, pointer)]);
  if (errors.length > 0) throw validationFailed(errors);
}

/** An id in a body: 422 at its field for anything else, and -1, which no record has, for a number that none can have. */
export function idIn(record: Readonly<WireRecord>, name: string, basePointer = ""): number {
  const value = record[name];
  const id = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
  if (!Number.isSafeInteger(id))
    throw validationFailed([fieldError(`${basePointer}/${name}`, "type", { type: "integer" })]);
  return isStorableId(id) ? id : -1;
}

/** A body that is a record; throws the 400 for anything else. */
export function asRecord(body: unknown): WireRecord {
  if (!isObject(body)) throw new PlatformError("bad_request");
  // JSON, as the parser of bodies made it.
  return body as WireRecord;
}

/** Scans a text that should be JSON; syntax errors are left to the parser. */
function checkStructure(text: string, most: number): void {
  /** Keys seen in each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let members = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (character === "{" || character === "[") {
      open.push(character === "{" ? new Set() : undefined);
      if (open.length > MAX_DEPTH) throw new SyntaxError("nested too deeply");
    } else if (character === "}" || character === "]") open.pop();
    else if (character === ",") {
      members++;
      if (members >= most) throw new PlatformError("too_many_members", { limit: most });
    } else if (character === '"') {
      const start = index;
      index = endOfString(text, start);
      if (isKey(text, index)) note(open.at(-1), text.slice(start, index + 1));
    }
  }
}

function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}

function isKey(text: string, end: number): boolean {
  let index = end + 1;
  while (/\s/.test(text[index] ?? "")) index++;
  return text[index] === ":";
}

function note(keys: Set<string> | undefined, literal: string): void {
  const key = literal.includes("\\") ? String(JSON.parse(literal)) : literal.slice(1, -1);
  if (keys?.has(key)) throw new SyntaxError(`key ${key.slice(0, 40)} twice`);
  if (conversions.has(key)) throw new SyntaxError(`key ${key}`);
  keys?.add(key);
}
