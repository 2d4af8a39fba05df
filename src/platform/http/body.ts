import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { MAX_FILE_BYTES } from "../../core/api/csvReport.ts";
import type { CalendarDescriptor, Json } from "../../core/schema/descriptor.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { MEGABYTE } from "../../core/values/bytes.ts";
import { assertStorable, readJson } from "./jsonText.ts";
import { ArrivingFile, type RecordParts, rawField, readMultipart, readRaw } from "./multipart.ts";
import { queryOf } from "./query.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Accepted content types; absent: by method. */
    contentTypes?: readonly string[];
    /** Also accepts CSV: `CsvUpload`. */
    takesCsv?: boolean;
    /** The record may include a calendar file. */
    calendar?: CalendarDescriptor | undefined;
    /** Values may be files, whatever the fields say. */
    hasFiles?: boolean;
    /** The route reads the body itself, as a stream: there is no limit but its own. */
    isStream?: boolean;
  }
}

export class CsvUpload {
  constructor(readonly text: string) {}
}

const csv = "text/csv";
const json = "application/json";
const patch = "application/json-patch+json";
const multipart = "multipart/form-data";
const form = "application/x-www-form-urlencoded";
/** Factor of the limit up to which an oversized body is drained, so that its sender gets to read the response. */
const drainFactor = 16;
/** Size limit of an unauthenticated body in bytes: a login, a request for a link. */
const MAX_ANONYMOUS_BODY_BYTES = 8 * 1024;
/** Size limit of a record without files in bytes. */
const MAX_RECORD_BYTES = 2 * MEGABYTE;
/** Limit of keys and list entries in a body, unauthenticated and authenticated. */
const MAX_MEMBERS = { unknown: 100, known: 100_000 } as const;

const admitted = new WeakSet<FastifyRequest>();

/** Marks the request as authenticated, before the body is read: only then the route's own size limit applies. */
export function admitBody(request: FastifyRequest): void {
  admitted.add(request);
}

/**
 * Reads every request body itself: Fastify answers an oversized body by closing the connection, which most clients
 * report as a broken connection instead of the 413. The type is checked before the contents.
 */
export function readBodies(app: FastifyInstance, limit: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) => {
    // No route needs it.
    if (request.is404) return undefined;
    const { contentTypes, takesCsv, hasFiles, isStream, ...parts } = request.routeOptions.config;
    const contentType = contentTypeOf(request);
    if (takesCsv && contentType === csv && admitted.has(request)) return new CsvUpload(await readFile(payload));
    const longest = admitted.has(request)
      ? longestOf(parts, hasFiles, limit)
      : Math.min(MAX_ANONYMOUS_BODY_BYTES, limit);
    const most = limit * drainFactor;
    if (request.method === "DELETE") return drain(payload, most);
    const expected = expectedTypes(request);
    const raw = contentTypes || request.method === "PATCH" ? undefined : rawField(contentType, parts);
    if (!raw && !expected.includes(contentType)) {
      await drain(payload, most);
      throw new PlatformError("unsupported_media_type", { expected: expected.join(", ") });
    }
    // Left unread: a caller who may not send it need not have, and Node discards the rest once it has answered.
    if (isStream && admitted.has(request)) return payload;
    if (raw?.file?.streamed && admitted.has(request)) return new ArrivingFile(payload, raw, parts, queryOf(request));
    const bytes = await readBytes(payload, longest, most);
    if (raw) return readRaw({ bytes, type: contentType }, raw, parts, queryOf(request));
    const members = admitted.has(request) ? MAX_MEMBERS.known : MAX_MEMBERS.unknown;
    if (contentType === multipart) return readMultipart(bytes, request.headers["content-type"] ?? "", parts, members);
    const text = bytes.toString("utf8");
    const body = parse(text, contentType, members);
    // Without a login there are few fields, each with its own answer.
    if (admitted.has(request)) assertStorable(body, text);
    return body;
  });
}

/** The limit for records with files, or for all others. */
function longestOf({ fields, calendar }: RecordParts, hasFiles: boolean | undefined, limit: number): number {
  return hasFiles || calendar || fields?.some(({ file }) => file) ? limit : Math.min(MAX_RECORD_BYTES, limit);
}

export function requireBody(request: FastifyRequest): RequestBody {
  const body = bodyOf(request);
  if (body === undefined || body === null) {
    if (request.headers["content-type"] !== undefined) throw new PlatformError("missing_body");
    throw new PlatformError("unsupported_media_type", { expected: expectedTypes(request).join(", ") });
  }
  return body;
}

/** The body as the parser above reads it, which Fastify does not know the type of; undefined if there is none. */
export function bodyOf({ body }: FastifyRequest): RequestBody | undefined {
  return body as RequestBody | undefined;
}

/** JSON; a file, or a stream for routes that read it themselves. */
export type RequestBody = Json | CsvUpload | ArrivingFile | Readable;

/** The text of a file; other encodings than UTF-8 are refused by name, because they would be stored garbled. */
async function readFile(payload: Readable): Promise<string> {
  const megabytes = MAX_FILE_BYTES / 1024 / 1024;
  const tooLarge = () => new PlatformError("csv_too_large", { megabytes });
  const bytes = await readBytes(payload, MAX_FILE_BYTES, MAX_FILE_BYTES * drainFactor, tooLarge);
  if (isUtf16(bytes)) throw new PlatformError("csv_encoding", { encoding: "UTF-16" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PlatformError("csv_encoding", { encoding: "Windows-1252" }, { cause });
  }
}

/** Begins with the mark of its byte order, or with a character of which one byte is zero. */
function isUtf16(bytes: Buffer): boolean {
  const mark = bytes.subarray(0, 2);
  return ["fffe", "feff"].includes(mark.toString("hex")) || (mark.length === 2 && mark.includes(0));
}

/** Buffers up to the limit, and drains up to `most` beyond it. */
async function readBytes(
  payload: Readable,
  longest: number,
  most: number,
  tooLarge = () => new PlatformError("payload_too_large"),
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  await eachChunk(payload, (chunk) => {
    size += chunk.length;
    if (size <= longest) chunks.push(chunk);
    return size <= longest || size <= most;
  });
  if (size > longest) throw tooLarge();
  return Buffer.concat(chunks);
}

async function drain(payload: Readable, most: number): Promise<undefined> {
  let size = 0;
  await eachChunk(payload, (chunk) => {
    size += chunk.length;
    return size <= most;
  });
  return undefined;
}

/** Reads while wanted: by events, because iterating a stream takes longer than reading a short body. */
function eachChunk(payload: Readable, take: (chunk: Buffer) => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    payload.on("data", (chunk: Buffer) => {
      if (take(chunk)) return;
      payload.destroy();
      resolve();
    });
    payload.once("end", resolve);
    payload.once("error", reject);
    payload.once("close", () => {
      if (!payload.readableEnded) reject(new Error("the request ended before its body"));
    });
  });
}

function contentTypeOf(request: FastifyRequest): string {
  return (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Records with files may be multipart, except for a patch, which names single fields. */
function expectedTypes({ method, routeOptions: { config } }: FastifyRequest): readonly string[] {
  const { contentTypes, fields, calendar } = config;
  if (contentTypes) return contentTypes;
  if (method === "PATCH") return [patch];
  return calendar || fields?.some(({ file }) => file) ? [json, multipart] : [json];
}

function parse(text: string, contentType: string, most: number): Json {
  if (text.trim() === "") throw new PlatformError("missing_body");
  if (contentType === form) return Object.fromEntries(new URLSearchParams(text));
  return readJson(text, most);
}
