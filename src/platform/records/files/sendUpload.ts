import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { FieldDescriptor, FileDescriptor } from "../../../core/schema/descriptor.ts";
import { notFound, PlatformError } from "../../../core/validation/errors.ts";
import { anyFile } from "../../../core/validation/fileValue.ts";
import type { Db } from "../../db/tables.ts";
import { attachmentHeader, etagOf } from "../../http/query.ts";
import type { Row } from "../../resourceHooks.ts";
import { loadUpload, readUpload, type StoredUpload } from "./uploadStore.ts";

interface StreamedFile {
  readonly plan: { readonly name: string };
  readonly field: FieldDescriptor;
  readonly file: FileDescriptor;
  readonly row: Row;
}

/** The streamed file of a record, under its own name. */
export async function sendStreamed(
  db: Db,
  { plan: { name: resource_name }, field, file, row }: StreamedFile,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const upload = await loadUpload(db, { resource_name, resource_id: row.id, field: field.name });
  if (!upload) throw notFound(file.download ?? resource_name, row.id);
  const name = file.nameField === undefined ? undefined : row[file.nameField];
  return sendUpload(db, { upload, name: String(name ?? `${resource_name}-${row.id}.bin`) }, reply);
}

/** Sends a streamed file, or the requested range of it, piece by piece. */
function sendUpload(
  db: Db,
  { upload, name }: { readonly upload: StoredUpload; readonly name: string },
  reply: FastifyReply,
): FastifyReply {
  const { size } = upload;
  const { headers, method } = reply.request;
  const etag = etagOf(upload.key);
  const isSame = headers["if-range"] === undefined || headers["if-range"] === etag;
  const range = isSame ? parseByteRange(headers.range, size) : undefined;
  reply.header("Accept-Ranges", "bytes");
  if (range === "outside") {
    reply.header("Content-Range", `bytes */${size}`);
    throw new PlatformError("range_outside", { size });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  if (range) reply.code(206).header("Content-Range", `bytes ${from}-${to}/${size}`);
  reply
    .header("ETag", etag)
    .header("X-Content-Type-Options", "nosniff")
    .header("Content-Disposition", attachmentHeader(name))
    .header("Content-Length", to - from + 1)
    .type(anyFile);
  // HEAD must not read it.
  const content = method === "HEAD" ? [] : readUpload(db, upload, { from, to });
  return reply.send(Readable.from(content, { objectMode: false }));
}

/** The requested range of a file, `from` and `to` inclusive; "outside": not satisfiable. */
type ByteRange = { readonly from: number; readonly to: number } | "outside";

/**
 * The single range of a `Range` header for a file of this size (RFC 9110, 14.2). Undefined when the whole file is to be
 * sent: no header, another unit, several ranges, or a malformed one.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | undefined {
  const [, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return undefined;
  return from < size && to >= from ? { from, to } : "outside";
}
