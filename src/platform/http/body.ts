import type { FastifyInstance, FastifyRequest } from "fastify";
import { largestFile } from "../../core/csvReport.ts";
import type { CalendarDescriptor } from "../../core/descriptor.ts";
import { PlatformError } from "../../core/errors.ts";
import { parseJson } from "./jsonText.ts";
import { type RecordParts, readMultipart } from "./multipart.ts";
import { queryOf } from "./query.ts";
import { rawField, readRaw } from "./rawFile.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Content types the route reads; by method when absent. */
    contentTypes?: readonly string[];
    /** Takes files of lines as well: `CsvUpload`. */
    takesCsv?: boolean;
    /** The record may bring a calendar along. */
    calendar?: CalendarDescriptor | undefined;
  }
}

/** A file of lines that was sent to a collection. */
export class CsvUpload {
  constructor(readonly text: string) {}
}

const csv = "text/csv";
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
    const { contentTypes, takesCsv, ...parts } = request.routeOptions.config;
    if (takesCsv && contentTypeOf(request) === csv) return new CsvUpload(await readFile(payload));
    const bytes = await readBytes(payload, limit);
    if (request.method === "DELETE") return undefined;
    const expected = contentTypes ?? expectedBy(request.method, parts);
    const contentType = contentTypeOf(request);
    const raw = contentTypes ? undefined : rawField(contentType, parts);
    if (raw && request.method !== "PATCH") return readRaw(bytes, raw, parts, queryOf(request));
    if (contentType !== multipart || !expected.includes(multipart)) {
      return parse(bytes.toString("utf8"), contentType, expected);
    }
    return readMultipart(bytes, request.headers["content-type"] ?? "", parts);
  });
}

/** The body of a request that needs one. */
export function requireBody(request: FastifyRequest): unknown {
  if (request.body === undefined || request.body === null) throw new PlatformError("missing_body");
  return request.body;
}

/** The text of a file; old programs write other encodings, which would be stored as wrong letters. */
async function readFile(payload: AsyncIterable<Buffer>): Promise<string> {
  const megabytes = largestFile / 1024 / 1024;
  const bytes = await readBytes(payload, largestFile, () => new PlatformError("csv_too_large", { megabytes }));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PlatformError("csv_encoding", {}, { cause });
  }
}

async function readBytes(
  payload: AsyncIterable<Buffer>,
  limit: number,
  tooLarge = () => new PlatformError("payload_too_large"),
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else if (size > limit * drainFactor) break;
  }
  if (size > limit) throw tooLarge();
  return Buffer.concat(chunks);
}

function contentTypeOf(request: FastifyRequest): string {
  return (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Records with files may come in parts, except where a patch names single fields. */
function expectedBy(method: string, { fields, calendar }: RecordParts): readonly string[] {
  if (method === "PATCH") return [patch];
  return calendar || fields?.some(({ file }) => file) ? [json, multipart] : [json];
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
