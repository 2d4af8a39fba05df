import { randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { type FastifyHttpOptions, type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import type { LogLevel } from "./logLevels.ts";

export interface LogTarget {
  write(line: string): unknown;
}

/** In requests and answers; names a request in the log. */
const requestIdHeader = "x-request-id";

const requestId = /^[\w.-]{1,128}$/;

/**
 * Options of all our servers: one JSON object per line, with ids instead of names. Whatever libraries log about a
 * request (its URL, its headers) is left out, as are values in errors.
 */
export function logOptions(level: LogLevel, target: LogTarget) {
  return {
    logger:
      level === "silent"
        ? false
        : {
            level,
            base: null,
            timestamp: () => `,"time":"${new Date().toISOString()}"`,
            formatters: { level: (label: string) => ({ level: label }) },
            hooks: {
              logMethod(this: unknown, args: unknown[], method: (...args: unknown[]) => void) {
                method.apply(this, toLogged(args));
              },
            },
            stream: target,
          },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "request" }),
    genReqId: requestIdOf,
  } satisfies FastifyHttpOptions<Server>;
}

/** The sender's id if it is one, so that a proxy's log and ours can be read together; else a new one. */
function requestIdOf({ headers }: Pick<IncomingMessage, "headers">): string {
  const clientId = headers[requestIdHeader];
  return typeof clientId === "string" && requestId.test(clientId) ? clientId : randomUUID();
}

/** Members of a log line besides its message. */
const logged = new Set(["actor", "method", "route", "status", "ms", "incident", "error", "counter", "task", "reason"]);

function toLogged([first, ...args]: unknown[]): unknown[] {
  if (first instanceof Error) return [{ error: toLoggable(first) }, "failed"];
  if (typeof first !== "object" || first === null) return [withoutAddresses(String(first)), ...args];
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(first)) {
    if (value instanceof Error) fields.error = toLoggable(value);
    else if (logged.has(name)) fields[name] = typeof value === "string" ? withoutAddresses(value) : value;
  }
  const [message, ...rest] = args;
  // Libraries repeat the error's message, which may quote anything.
  const said = Object.values(first).some((value) => value instanceof Error) ? "failed" : message;
  return said === undefined ? [fields] : [fields, typeof said === "string" ? withoutAddresses(said) : said, ...rest];
}

const callers = new WeakMap<FastifyRequest, number>();

/** Remembers whose request it is, once that is known. */
export function setRequestCaller(request: FastifyRequest, adminId: number): void {
  callers.set(request, adminId);
}

/** Asked for every few seconds by machines, or by the dozen by each page. */
const quiet = new Set(["/health", "/ready", "/metrics", "/assets/*"]);

/**
 * One line per answered request: who (the administrator's id), what (the route's pattern, without ids and queries), how
 * it ended and how long it took. Its id stands in the answer, too.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header(requestIdHeader, request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? null;
    const { statusCode: status, elapsedTime } = reply;
    const line = { actor: callers.get(request) ?? null, method, route, status, ms: Math.round(elapsedTime * 10) / 10 };
    if (route !== null && quiet.has(route)) request.log.debug(line, "request");
    else request.log.info(line, "request");
    done();
  });
}

/** As libraries put them into their messages. */
const mailAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** Classes of PostgreSQL's errors whose messages quote values: refused data, and what functions raise. */
const quotesValues = /^(?:22|P0)[0-9A-Z]{3}$/;

/**
 * Returns the part of an error that may be logged: database drivers attach values of parameters to their errors and
 * quote them in their messages, mail servers quote addresses, and those may be secrets or say something about a person.
 */
export function toLoggable(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: withoutAddresses(String(error)) };
  const { name } = error;
  const { code, constraint, table, column, routine }: Error & Details = error;
  const isQuoting = typeof code === "string" && quotesValues.test(code) && typeof routine === "string";
  const message = isQuoting ? `${code} (${String(routine)})` : withoutAddresses(error.message);
  const calls = error.stack?.split("\n").filter((line) => /^\s+at /.test(line)) ?? [];
  return {
    name,
    message,
    stack: calls.join("\n"),
    code,
    constraint,
    table,
    column,
    ...(error.cause === undefined ? {} : { cause: toLoggable(error.cause) }),
  };
}

interface Details {
  readonly code?: unknown;
  readonly constraint?: unknown;
  readonly table?: unknown;
  readonly column?: unknown;
  readonly routine?: unknown;
}

function withoutAddresses(text: string): string {
  return text.replaceAll(mailAddress, "<address>");
}
