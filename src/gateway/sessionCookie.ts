import { parseCookie, stringifyCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { panelHeader } from "../core/api/panelHeaders.ts";
import { PlatformError } from "../core/validation/errors.ts";
import { isCrossSite } from "../platform/http/origin.ts";
import { isReadMethod } from "../platform/http/query.ts";

/** Inaccessible to scripts, never sent cross-site (docs/decisions/0007-sessions.md). */
const cookieName = "patchbay_session";
/**
 * Requests that the token be kept in a cookie; all other clients get it in the body, as the platform's clients expect.
 */
const storageHeader = "x-session";
/** Carries a new token in a response, see platform/accounts/loginRoutes.ts. */
const renewedTokenHeader = "x-renewed-token";

interface LoginResponse {
  readonly jwt: string;
  readonly id?: number;
  /** Epoch seconds. */
  readonly expires?: number;
}

/**
 * Keeps the tokens of the panel's sessions in a cookie: requests with it are forwarded with the platform's own
 * `Authorization` header, so that the platform behind knows nothing of it.
 */
export function registerSessionCookie(app: FastifyInstance, publicUrl: string | null): void {
  app.addHook("onRequest", async (request) => {
    const token = parseCookie(request.headers.cookie ?? "")[cookieName];
    if (!token || request.headers.authorization !== undefined || !isTrusted(request)) return;
    if (isCrossSite(request, publicUrl)) throw new PlatformError("foreign_origin");
    request.headers.authorization = `Bearer ${token}`;
  });
  app.addHook("preSerialization", async (request, reply, payload) =>
    isLogin(request) && wantsCookie(request) && hasToken(payload) ? moveToCookie(request, reply, payload) : payload,
  );
  app.addHook("onSend", async (request, reply) => {
    if (pathWithoutQuery(request) === "/ajax_logout") setCookie(request, reply, "", { maxAge: 0 });
    const renewed = reply.getHeader(renewedTokenHeader);
    if (typeof renewed !== "string" || !hasCookie(request)) return;
    setCookie(request, reply, renewed, {});
    reply.removeHeader(renewedTokenHeader);
  });
}

function moveToCookie(request: FastifyRequest, reply: FastifyReply, { jwt, id, expires }: LoginResponse): object {
  const maxAge = expires === undefined ? undefined : Math.max(0, Math.floor(expires - Date.now() / 1000));
  setCookie(request, reply, jwt, maxAge === undefined ? {} : { maxAge });
  return { id, expires, cookie: true };
}

function setCookie(
  { protocol }: FastifyRequest,
  reply: FastifyReply,
  value: string,
  { maxAge }: { readonly maxAge?: number },
): void {
  // A secure cookie would never come back over plain HTTP. The proxy that terminates TLS sends the protocol.
  const secure = protocol === "https";
  const cookie = stringifySetCookie(cookieName, value, {
    httpOnly: true,
    sameSite: "strict",
    secure,
    path: "/",
    maxAge,
  });
  reply.header("set-cookie", cookie);
}

/** Headers for a platform behind us, without our own cookie. */
export function withoutSessionCookie<T extends { readonly cookie?: string | undefined }>(headers: T): T {
  if (headers.cookie === undefined) return headers;
  const { [cookieName]: _, ...cookies } = parseCookie(headers.cookie);
  return { ...headers, cookie: stringifyCookie(cookies) || undefined };
}

/** Reads may come from a link or a frame; writes must come from the panel's own script. */
function isTrusted({ method, headers }: FastifyRequest): boolean {
  return isReadMethod(method) || headers[panelHeader.toLowerCase()] !== undefined;
}

function hasCookie(request: FastifyRequest): boolean {
  return parseCookie(request.headers.cookie ?? "")[cookieName] !== undefined;
}

function isLogin(request: FastifyRequest): boolean {
  return request.method === "POST" && pathWithoutQuery(request) === "/login_jwt";
}

function wantsCookie({ headers }: FastifyRequest): boolean {
  return headers[storageHeader] === "cookie";
}

function hasToken(payload: unknown): payload is LoginResponse {
  return typeof payload === "object" && payload !== null && "jwt" in payload && typeof payload.jwt === "string";
}

function pathWithoutQuery({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "";
}
