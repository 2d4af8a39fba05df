import type { FastifyInstance, FastifyRequest } from "fastify";
import type { FieldDescriptor } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { parseJson } from "./jsonText.ts";
import { readMultipart } from "./multipart.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Content types the route reads; by method when absent. */
    contentTypes?: readonly string[];
  }
}

const json = "application/json";
const patch = "application/json-patch+json";
const multipart = "multipart/form-data";
const form = "application/x-www-form-urlencoded";
/** How much of a body that is too long is read (and thrown away), so that its sender gets to read the answer. */
const drainFactor = 16;

/**
 * Reads every request body itself: Fastify would answer a body that is too long by closing the connection, which
 * most clients report as a broken connection and not as the 413 it was.
 */
export function readBodies(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
    const bytes = await readBytes(payload, limit);
    if (request.method === "DELETE") return undefined;
    const { contentTypes, fields = [] } = request.routeOptions.config;
    const expected = contentTypes ?? expectedBy(request.method, fields);
    const contentType = contentTypeOf(request);
    if (contentType !== multipart || !expected.includes(multipart)) {
      return parse(bytes.toString("utf8"), contentType, expected);
    }
    return readMultipart(bytes, request.headers["content-type"] ?? "", fields);
  });
}

/** The body of a request that needs one. */
export function requireBody(request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) throw new PlatformError("missing_body");
  return request.body;
}

async function readBytes(payload: AsyncIterable<Buffer>, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit * drainFactor) break;
  }
  if (size > limit) throw new PlatformError("payload_too_large");
  return Buffer.concat(chunks);
}

function contentTypeOf(request: FastifyRequest): string {
  return (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Records with files may come in parts, except where a patch names single fields. */
function expectedBy(method: string, fields: readonly FieldDescriptor[]): readonly string[] {
  if (method === "PATCH") return [patch];
  return fields.some(({ file }) => file) ? [json, multipart] : [json];
}

function parse(text: string, contentType: string, expected: readonly string[]): unknown {
  if (text.trim() === "") throw new PlatformError("missing_body");
  if (!expected.includes(contentType)) {
    throw new PlatformError("unsupported_media_type", { expected: expected.join(", ") });
  }
  if (contentType === form) return Object.fromEntries(new URLSearchParams(text));
  try {
    return parseJson(text);
  } catch (cause) {
    throw new PlatformError("malformed_json", {}, { cause });
  }
}
