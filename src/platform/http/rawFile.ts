import type { Readable } from "node:stream";
import type { FieldDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { toFileValue } from "../../core/validation/fileValue.ts";
import type { RecordParts } from "./multipart.ts";
import type { Query } from "./query.ts";

/** Aliases of media types. */
const synonyms: Readonly<Record<string, string>> = { "audio/wav": "audio/x-wav", "audio/wave": "audio/x-wav" };

/** The field whose file may be a raw body of this type. */
export function rawField(contentType: string, { fields = [] }: RecordParts): FieldDescriptor | undefined {
  const type = synonyms[contentType] ?? contentType;
  return fields.find(({ file }) => file?.rawBody && file.types.includes(type));
}

/** A record sent as a raw file that is still arriving, see withRequestBody. */
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
