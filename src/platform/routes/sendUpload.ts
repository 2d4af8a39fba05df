import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { PlatformError } from "../../core/errors.ts";
import { anyFile } from "../../core/fileValue.ts";
import type { Reading } from "../entityHooks.ts";
import { readUpload, type StoredUpload } from "../files/uploadStore.ts";
import { parseByteRange } from "../http/byteRange.ts";
import { attachment } from "../http/disposition.ts";
import { etagOf } from "../http/etag.ts";

/** Sends a streamed file, or the requested range of it, piece by piece. */
export function sendUpload(
  db: Reading["db"],
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
    .header("Content-Disposition", attachment(name))
    .header("Content-Length", to - from + 1)
    .type(anyFile);
  // HEAD must not read it.
  const content = method === "HEAD" ? [] : readUpload(db, upload, { from, to });
  return reply.send(Readable.from(content, { objectMode: false }));
}
