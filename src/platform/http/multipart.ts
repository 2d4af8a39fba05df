import type { CalendarDescriptor, FieldDescriptor, WireRecord } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { removedFile, toFileValue } from "../../core/fileValue.ts";
import { asRecord } from "../operations/writeInput.ts";
import { readCalendarPart } from "./calendarPart.ts";
import { parseJson } from "./jsonText.ts";

/** What a record may have besides its JSON. */
export interface RecordParts {
  readonly fields?: readonly FieldDescriptor[];
  readonly calendar?: CalendarDescriptor;
}

/**
 * A record sent in parts: `json` has its fields, each of its files is a part of the field's name. Older clients send
 * an empty part where there is no file, so a missing one is a mistake. Throws the catalogue's 400s.
 */
export async function readMultipart(
  bytes: Buffer,
  contentType: string,
  { fields = [], calendar }: RecordParts,
): Promise<WireRecord> {
  const form = await readForm(bytes, contentType);
  const record = { ...(await readJson(form.get("json"))) };
  for (const { name, file } of fields) if (file) record[name] = await readFile(form.get(name));
  return calendar ? readCalendarPart(calendar, form.get(calendar.file), record) : record;
}

/** The parser of the platform itself, as browsers have it. */
async function readForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch (cause) {
    throw new PlatformError("malformed_multipart", {}, { cause });
  }
}

async function readJson(part: File | string | null): Promise<WireRecord> {
  if (part === null) throw new PlatformError("missing_json_part");
  const text = typeof part === "string" ? part : await part.text();
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    throw new PlatformError("malformed_json", {}, { cause });
  }
  return asRecord(value);
}

async function readFile(part: File | string | null): Promise<string> {
  if (part === null) throw new PlatformError("missing_upload");
  const isEmpty = typeof part === "string" ? part === "" : part.size === 0;
  if (isEmpty) return removedFile;
  if (typeof part === "string") throw new PlatformError("missing_upload");
  const base64 = Buffer.from(await part.arrayBuffer()).toString("base64");
  return toFileValue({ type: part.type, name: part.name, base64 });
}
