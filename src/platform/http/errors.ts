import { randomBytes } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FieldDescriptor, Json, WireRecord } from "../../core/schema/descriptor.ts";
import { isObject } from "../../core/schema/isObject.ts";
import type { Texts } from "../../core/schema/texts.ts";
import { pointerSegments } from "../../core/schema/valueAt.ts";
import { type ErrorBody, PlatformError } from "../../core/validation/errors.ts";
import { toRfc3339 } from "../../core/values/dateTime.ts";
import { groupBy } from "../../core/values/groupBy.ts";
import { errorCode, isCancelled, isConnectionFailure, isStorageFull } from "../db/errors.ts";
import { bodyOf } from "./body.ts";
import { JSON_TYPE } from "./hal.ts";
import { toLoggable } from "./logging.ts";
import { isFromBrowser } from "./origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Fields of the record that the route writes: messages show its inputs, with secrets masked. */
    fields?: readonly FieldDescriptor[];
  }
}

/** Default of Retry-After in seconds, by status: of what passes. */
const retryAfter: Readonly<Record<number, number>> = { 503: 5, 507: 60 };

/** Authentication challenge for programs; clients look for the platform's realm. */
const challenge = 'Basic realm="api_admin_http"';

/** Fastify's own errors, by code. */
const translated: Readonly<Record<string, () => PlatformError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new PlatformError("payload_too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new PlatformError("unsupported_media_type", { expected: "application/json" }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new PlatformError("missing_body"),
};

/**
 * The one place that turns errors into responses: catalogue errors as they are, all others as an opaque 500. Server
 * errors get an incident number and a time, to find their cause in the log.
 */
export function registerErrorHandler(app: FastifyInstance, texts: Texts): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendError(reply, toPlatformError(error, request), texts, request),
  );
  app.setNotFoundHandler((request, reply) => {
    const [path = "", query] = request.url.split("?", 2);
    const slashed = `${path}/${query === undefined ? "" : `?${query}`}`;
    // Older clients omit the slash; a path that has no route with a slash stays unknown.
    if (isCollection(app, path)) {
      // "Moved": the page that older clients know.
      const [title] = (STATUS_CODES[301] ?? "").split(" ");
      const page = `<title>${title}</title>`;
      return reply.code(301).header("Location", slashed).type("text/html; charset=utf-8").send(page);
    }
    return sendError(reply, new PlatformError("unknown_path"), texts, request);
  });
}

/** The catalogue error for any failure; server errors are logged under their incident. */
export function toPlatformError(error: FastifyError | Error, request: FastifyRequest): PlatformError {
  const platformError = toRefusal(error) ?? new PlatformError("internal", {}, { cause: error });
  if (platformError.status < 500) return platformError;
  const incident = {
    incident: randomBytes(4).toString("hex"),
    time: toRfc3339(new Date()),
    request_id: String(request.id),
  };
  const { method, routeOptions } = request;
  request.log.error({
    incident: incident.incident,
    time: incident.time,
    method,
    route: routeOptions.url,
    error: toLoggable(error),
  });
  return new PlatformError(platformError.code, { ...platformError.params, ...incident }, { cause: error });
}

function sendError(reply: FastifyReply, error: PlatformError, texts: Texts, request: FastifyRequest) {
  const body = toErrorBody(error, texts, request);
  const wait = error.params.retry_after ?? retryAfter[error.status];
  if (typeof wait === "number") reply.header("Retry-After", wait);
  // A browser would show its own login dialog over the panel's.
  if (error.status === 401 && !isFromBrowser(request)) {
    reply.header("WWW-Authenticate", challenge);
    // Programs that sent no token know this answer as a text.
    if (!request.headers.authorization?.startsWith("Bearer ")) {
      return reply.code(401).type("text/plain; charset=UTF-8").send(body.message);
    }
  }
  return reply.code(error.status).type(JSON_TYPE).send(JSON.stringify(body));
}

/** Answers with both: a refusal of what else was asked for, and the answer itself. */
export function answerWith<Body extends object>(
  reply: FastifyReply,
  texts: Texts,
  refusal: PlatformError | undefined,
  answer: Body,
): Body {
  if (!refusal) return answer;
  reply.code(refusal.status);
  return { ...answer, ...toErrorBody(refusal, texts) };
}

export function toErrorBody(error: PlatformError, texts: Texts, request?: FastifyRequest): ErrorBody {
  const fields = request?.routeOptions.config.fields;
  const message = readableMessage(error, texts, fields && request ? { body: inputOf(request), fields } : undefined);
  const { status, key, params, fieldErrors } = error;
  return { code: status, message, key, params, ...(fieldErrors.length > 0 ? { errors: fieldErrors } : {}) };
}

function isCollection(app: FastifyInstance, path: string): boolean {
  return path.startsWith("/api/") && !path.endsWith("/") && app.hasRoute({ method: "GET", url: `${path}/` });
}

/** The input for the message: the record sent, or the values of a patch. */
function inputOf(request: FastifyRequest): WireRecord {
  const body = bodyOf(request);
  if (!Array.isArray(body)) return isObject(body) ? body : {};
  const record: WireRecord = {};
  for (const operation of body) {
    if (!isObject(operation) || typeof operation.path !== "string") continue;
    const [, name, ...further] = operation.path.split("/");
    if (name !== undefined && further.length === 0) record[name] = operation.value;
  }
  return record;
}

function toRefusal(error: FastifyError | Error): PlatformError | undefined {
  if (error instanceof PlatformError) return error;
  if (isStorageFull(error)) return new PlatformError("storage_full", {}, { cause: error });
  if (isConnectionFailure(error))
    return new PlatformError("database_unavailable", { retry_after: 1 }, { cause: error });
  if (isCancelled(error)) return new PlatformError("database_timeout", {}, { cause: error });
  const translate = translated[errorCode(error) ?? ""];
  if (translate) return translate();
  // Fastify and its plugins set a status only for errors of the request.
  const status = "statusCode" in error ? error.statusCode : undefined;
  if (status === 412) return new PlatformError("stale_record");
  return status !== undefined && status >= 400 && status < 500 ? new PlatformError("bad_request") : undefined;
}

/** The refused request: its body and the known fields. */
interface InvalidInput {
  readonly body: WireRecord;
  readonly fields: readonly FieldDescriptor[];
}

const MAX_INPUT_LENGTH = 80;

/**
 * The sentence in a response's `message`. A failed validation lists each bad field with its input and errors, in the
 * form that existing clients of the platform parse: `Validation failed. field='name', input='', errors='Required'`.
 * Inputs of secret and unknown fields are masked.
 */
export function readableMessage(error: PlatformError, text: Texts, input?: InvalidInput): string {
  const sentence = text(error.key, error.params);
  if (error.fieldErrors.length === 0) return sentence;
  const groups = [...groupBy(error.fieldErrors, ({ pointer }) => pointer)].map(([pointer, errors]) => {
    const path = pointerSegments(pointer);
    const messages = errors.map(({ key, params }) => text(key, params)).join(",");
    return `field='${path.join("_")}', input='${input ? showInput(path, input) : ""}', errors='${messages}'`;
  });
  return `${sentence}. ${groups.join("; ")}`;
}

function showInput(path: readonly string[], { body, fields }: InvalidInput): string {
  const value = path.reduce<Json | undefined>(
    (outer, name) => (isContainer(outer) && Object.hasOwn(outer, name) ? outer[name] : undefined),
    body as Json,
  );
  if (value === undefined || value === null || value === "") return "";
  if (isSecret(path, fields)) return "*****";
  // A structure may contain secrets, and its invalid parts are listed separately.
  if (typeof value === "object") return "";
  const line = String(value).replace(/\p{Cc}+/gu, " ");
  return line.length > MAX_INPUT_LENGTH ? `${line.slice(0, MAX_INPUT_LENGTH)}…` : line;
}

function isSecret(path: readonly string[], fields: readonly FieldDescriptor[]): boolean {
  const names = path.filter((name) => !/^\d+$/.test(name));
  let level = fields;
  for (const [depth, name] of names.entries()) {
    const field = level.find((candidate) => candidate.name === name);
    if (field === undefined || field.secret || field.kind === "password") return true;
    if (depth === names.length - 1) return false;
    level = field.fields ?? [];
  }
  return false;
}

function isContainer(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === "object" && value !== null;
}
