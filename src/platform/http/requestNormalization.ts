import type { IncomingMessage, Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";

/** Ids are as long as a URL may be at all: malformed ones get the platform's own error format. */
export const routerOptions = { maxParamLength: 16_384 };

/** The time in milliseconds that a whole request may take to arrive: enough for the largest file on a slow line. */
export const requestTimeout = 120_000;

/**
 * Options of all our servers. Slow requests are ended: each would hold a connection for as long as its sender likes.
 * While closing, hooks refuse new requests, in the common error format.
 */
export function serverOptions(timeout: number) {
  return {
    requestTimeout: timeout,
    // Node applies the longer of the two to the whole request.
    http: { headersTimeout: Math.min(timeout, 60_000), connectionsCheckingInterval: Math.min(timeout, 5_000) },
    return503OnClosing: false,
  } as const satisfies FastifyHttpOptions<Server>;
}

/** The paths that clients write with one slash too many. */
const doubledSlashes = /^\/{2,}(?=(?:api|v2)(?:[/?#]|$))/;

/** Returns a target of the API with one slash at its beginning; any other as it is. */
function withSingleSlash(url: string): string {
  return url.replace(doubledSlashes, "/");
}

/** Absolute URIs and targets that begin like the address of another host, also with a backslash, which URLs take for a slash. */
function isForeign(url: string): boolean {
  return (!url.startsWith("/") && url !== "*") || /^\/[/\\]/.test(withSingleSlash(url));
}

/** Refuses targets with 400 that a server behind us could take for another host's. */
export function refuseForeignTargets(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ originalUrl }) => {
    if (isForeign(originalUrl)) throw new PlatformError("bad_request");
  });
}

/** Headers that override the method, for clients that can only send some of them. */
const overrideHeaders = ["x-http-method-override", "x-http-method", "x-method-override", "x-tunneled-method"];
const overrideMethods = ["GET", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE", "POST"];
/** An item, or a path below it, with a trailing slash; journals are collections, which keep theirs. */
const slashedItem = /^(\/api\/[^/]+\/[^/]+(?:\/.+)?)(?<!\/journal)\/$/;

/** A provisioning template in two parts: by its reseller's name and its own, not by its id. */
const namedTemplate =
  /^(\/api\/provisioningtemplates\/)(?!\d+\/)([^/]+)\/(?!(?:undo|runs|clone|move|reveal|journal)$)([^/]+)$/;

/**
 * Normalises a request before routing: one URL for all of its spellings, and the method that is meant. Called before
 * any check, so that all of them see what is executed.
 */
export function rewriteIncoming(request: IncomingMessage): string {
  return rewriteBy(normalizeUrl, request);
}

/** Normalises a request for a platform behind us, which gets the target as it was sent. */
export function rewriteForwarded(request: IncomingMessage): string {
  return rewriteBy(withSingleSlash, request);
}

function rewriteBy(normalize: (url: string) => string, request: IncomingMessage): string {
  const url = request.url ?? "/";
  return applyOverride(request) ? normalize(url) : nowhere(url);
}

/**
 * Makes an overriding method that of the request, whichever it was sent with, and removes the headers: what is behind
 * would apply them again. False for headers that contradict each other or name no method: such a request must not be
 * executed as what it was sent as.
 */
function applyOverride(request: IncomingMessage): boolean {
  const overrides = overrideHeaders.flatMap((name) => request.headers[name] ?? []);
  if (overrides.length === 0) return true;
  for (const name of overrideHeaders) delete request.headers[name];
  const [method = "", ...contradicting] = new Set(overrides.map((method) => method.trim().toUpperCase()));
  if (contradicting.length > 0 || !overrideMethods.includes(method)) return false;
  // A request that was not sent as HEAD is waited for with a body.
  request.method = method === "HEAD" ? "GET" : method;
  return true;
}

function normalizeUrl(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const single = path.replaceAll(/\/{2,}/g, "/");
  const isApi = single.startsWith("/api/");
  if (!isDecodable(path)) return nowhere(single);
  if (!isApi) return url;
  return single.replace(slashedItem, "$1").replace(namedTemplate, "$1$2%2F$3") + url.slice(path.length);
}

/** No route contains a bare percent sign: the response is that of any unknown path, with all its headers. */
export function nowhere(url: string): string {
  return url.startsWith("/api/") ? "/api/%25" : "/%25";
}

function isDecodable(path: string): boolean {
  try {
    return decodeURI(path) !== "";
  } catch {
    // An invalid escape sequence.
    return false;
  }
}
