import { randomBytes } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { toRfc3339 } from "../../core/dateTime.ts";
import type { FieldDescriptor, Json, WireRecord } from "../../core/descriptor.ts";
import { type FieldError, PlatformError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { readableMessage } from "../../core/readableMessage.ts";
import type { Texts } from "../../core/texts.ts";
import { errorCode, isConnectionFailure } from "../db/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Fields of the record that the route writes: messages show its inputs, secrets starred. */
    fields?: readonly FieldDescriptor[];
  }
}

/** The body of every refusal. */
export interface ErrorBody {
  /** The HTTP status. */
  readonly code: number;
  readonly message: string;
  /** Message key and its values, for clients that have texts of their own. */
  readonly key: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly errors?: readonly FieldError[];
}

/** Refusals of Fastify itself by their code. */
const translated: Readonly<Record<string, () => PlatformError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new PlatformError("payload_too_large"),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => new PlatformError("unsupported_media_type", { expected: "application/json" }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new PlatformError("missing_body"),
  FST_ERR_BAD_URL: () => new PlatformError("unknown_path"),
};

/**
 * One place where errors become answers: the catalogue's as they are, all others as a 500 that tells nothing. Whatever
 * is the server's own fault has an incident number and a time, by which its cause is found in the log.
 */
export function answerErrors(app: FastifyInstance, texts: Texts): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) =>
    sendError(reply, toAnswer(error, request), texts, request),
  );
  app.setNotFoundHandler((request, reply) => {
    const [path = "", query] = request.url.split("?", 2);
    const slashed = `${path}/${query === undefined ? "" : `?${query}`}`;
    // Older clients leave the slash out; a path that has no slashed twin stays unknown.
    if (isCollection(app, path)) return reply.redirect(slashed, 301);
    return sendError(reply, new PlatformError("unknown_path"), texts, request);
  });
}

/** The catalogue's error for whatever went wrong; what is the server's own fault is logged under its incident. */
export function toAnswer(error: FastifyError | Error, request: FastifyRequest): PlatformError {
  const refusal = toRefusal(error) ?? new PlatformError("internal", {}, { cause: error });
  if (refusal.status < 500) return refusal;
  const incident = { incident: randomBytes(4).toString("hex"), time: toRfc3339(new Date()) };
  const { method, routeOptions } = request;
  request.log.error({ ...incident, method, route: routeOptions.url, error: describe(error) });
  return new PlatformError(refusal.code, { ...refusal.params, ...incident }, { cause: error });
}

export function sendError(reply: FastifyReply, error: PlatformError, texts: Texts, request?: FastifyRequest) {
  const body = toErrorBody(error, texts, request);
  if (typeof error.params.retry_after === "number") reply.header("Retry-After", error.params.retry_after);
  return reply.code(error.status).type("application/json; charset=utf-8").send(JSON.stringify(body));
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

/** The input the message shows: the record sent, or the values of a patch. */
function inputOf(request: FastifyRequest): WireRecord {
  const { body } = request;
  if (!Array.isArray(body)) return isObject(body as Json) ? (body as WireRecord) : {};
  const record: WireRecord = {};
  for (const operation of body as Json[]) {
    if (!isObject(operation) || typeof operation.path !== "string") continue;
    const [, name, ...rest] = operation.path.split("/");
    if (name !== undefined && rest.length === 0) record[name] = operation.value;
  }
  return record;
}

function toRefusal(error: FastifyError | Error): PlatformError | undefined {
  if (error instanceof PlatformError) return error;
  if (isConnectionFailure(error)) return new PlatformError("database_unavailable", {}, { cause: error });
  const code = errorCode(error);
  if (code === undefined) return undefined;
  const known = translated[code];
  if (known) return known();
  const status = "statusCode" in error ? error.statusCode : undefined;
  return code.startsWith("FST_") && status !== undefined && status < 500 ? new PlatformError("bad_request") : undefined;
}

/** What the log keeps: database drivers put the statement's values on their errors, and those may be secrets. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack } = error;
  const details = error as { code?: unknown; constraint?: unknown; table?: unknown; column?: unknown };
  return {
    name,
    message,
    stack,
    code: details.code,
    constraint: details.constraint,
    table: details.table,
    column: details.column,
    ...(error.cause === undefined ? {} : { cause: describe(error.cause) }),
  };
}
