import type { Readable } from "node:stream";
import type { CalendarDescriptor, FieldDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { importCalendar } from "../../core/telephony/icalendar/parseCalendar.ts";
import { businessError } from "../../core/validation/businessRules.ts";
import { PlatformError, validationFailed } from "../../core/validation/errors.ts";
import { removedFile, toFileValue } from "../../core/validation/fileValue.ts";
import { asRecord, assertStorable, readJson } from "./jsonText.ts";
import type { Query } from "./query.ts";

/** The parts that a record may have in addition to its JSON. */
export interface RecordParts {
  readonly fields?: readonly FieldDescriptor[];
  readonly calendar?: CalendarDescriptor;
}

/**
 * A multipart record: `json` has its fields, each file is a part with the field's name; without one, or with an empty
 * one, there is no file. Throws the catalogue's 400s.
 */
export async function readMultipart(
  bytes: Buffer,
  contentType: string,
  { fields = [], calendar }: RecordParts,
  maxMembers: number,
): Promise<WireRecord> {
  const form = await readForm(bytes, contentType);
  const record = { ...(await readRecord(form.get("json"), maxMembers)) };
  for (const { name, file } of fields) {
    const part = form.get(name);
    if (file && part !== null) record[name] = await readFile(part);
  }
  return calendar ? readCalendarPart(calendar, form.get(calendar.file), record) : record;
}

/** Node's own parser, the same as in browsers. */
async function readForm(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { "content-type": contentType } }).formData();
  } catch (cause) {
    throw new PlatformError("malformed_multipart", {}, { cause });
  }
}

async function readRecord(part: File | string | null, maxMembers: number): Promise<WireRecord> {
  if (part === null) throw new PlatformError("missing_json_part");
  const text = typeof part === "string" ? part : await part.text();
  const body = readJson(text, maxMembers);
  assertStorable(body, text);
  return asRecord(body);
}

async function readFile(part: File | string): Promise<string> {
  const isEmpty = typeof part === "string" ? part === "" : part.size === 0;
  if (isEmpty) return removedFile;
  if (typeof part === "string") throw new PlatformError("missing_upload");
  const base64 = Buffer.from(await part.arrayBuffer()).toString("base64");
  return toFileValue({ type: part.type, name: part.name, base64 });
}

/**
 * The events and the name of an attached calendar, unless the record itself sets them. An empty part counts as none.
 * Throws 422 at the part's name for a malformed file.
 */
async function readCalendarPart(
  { events, name, file }: CalendarDescriptor,
  part: File | string | null,
  record: WireRecord,
): Promise<WireRecord> {
  const text = part === null || typeof part === "string" ? (part ?? "") : await part.text();
  if (text.trim() === "") return record;
  const parsed = await importCalendar(text);
  if ("fault" in parsed) {
    const { line, text: wrong } = parsed.fault;
    throw validationFailed([
      line > 0
        ? businessError(`/${file}`, "calendarLine", { line, text: wrong.slice(0, 200) })
        : businessError(`/${file}`, "calendarUnreadable"),
    ]);
  }
  return {
    ...record,
    [events]: record[events] ?? [...parsed.events],
    [name]: record[name] ?? parsed.name ?? null,
  };
}

/** Aliases of media types. */
const synonyms: Readonly<Record<string, string>> = { "audio/wav": "audio/x-wav", "audio/wave": "audio/x-wav" };

/** The field whose file may be a raw body of this type. */
export function rawField(contentType: string, { fields = [] }: RecordParts): FieldDescriptor | undefined {
  const type = synonyms[contentType] ?? contentType;
  return fields.find(({ file }) => file?.rawBody && file.types.includes(type));
}

/** A record sent as a raw file that is still arriving, see receiveBody. */
export class ArrivingFile {
  readonly field: FieldDescriptor;
  readonly payload: Readable;
  /** The other fields. */
  readonly given: WireRecord;

  constructor(payload: Readable, field: FieldDescriptor, { fields = [] }: RecordParts, query: Query) {
    this.payload = payload;
    this.field = field;
    this.given = fieldsInQuery(query, fields, field);
  }
}

/** Yields a body as it arrives. The rest of a refused one is read as well: its sender gets to read the response. */
export async function* readArriving(payload: Readable): AsyncGenerator<Buffer> {
  try {
    yield* payload.iterator({ destroyOnReturn: false });
  } finally {
    payload.resume();
  }
}

function fieldsInQuery(query: Query, fields: readonly FieldDescriptor[], field: FieldDescriptor): WireRecord {
  const values = fields.flatMap(({ name }): [string, Json][] => {
    const text = query.get(name);
    return text === undefined || name === field.name ? [] : [[name, text]];
  });
  return Object.fromEntries(values);
}

/** A record sent as a raw file, with the other fields in the query. */
export function readRaw(
  { bytes, type }: { readonly bytes: Buffer; readonly type: string },
  field: FieldDescriptor,
  { fields = [] }: RecordParts,
  query: Query,
): WireRecord {
  if (bytes.length === 0) throw new PlatformError("missing_upload");
  const value = toFileValue({
    type: field.file?.types[0] ?? "",
    name: query.get("filename"),
    base64: bytes.toString("base64"),
  });
  const { servedAs } = field.file ?? {};
  const served = servedAs === undefined ? {} : { [servedAs]: type };
  return { ...fieldsInQuery(query, fields, field), ...served, [field.name]: value };
}
