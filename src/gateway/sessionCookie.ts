import { parseCookie, stringifyCookie, stringifySetCookie } from "cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** Scripts never see it, other sites never send it (docs/decisions/0007-sessions.md). */
const cookieName = "patchbay_session";
/** A login that asks to be kept as a cookie; anybody else gets the token in the body, as the platform's clients expect. */
const wishHeader = "x-session";
/** Sent with every request of the panel. A form of another site can not send it, whatever it does about cookies. */
const panelHeader = "x-ngcp-admin-ui";
/** Brings a new token with an answer, see platform/routes/login.ts. */
const renewedTokenHeader = "x-renewed-token";

interface LoginAnswer {
  readonly jwt: string;
  readonly id?: number;
  /** Epoch seconds. */
  readonly expires?: number;
}

/**
 * Keeps the tokens of the panel's sessions in a cookie: requests that bring it go on with the platform's own
 * `Authorization` header, so that the platform behind knows nothing of it.
 */
export function keepSessionsInCookie(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    const token = parseCookie(request.headers.cookie ?? "")[cookieName];
    if (token && request.headers.authorization === undefined && isTrusted(request)) {
      request.headers.authorization = `Bearer ${token}`;
    }
  });
  app.addHook("preSerialization", async (request, reply, payload) =>
    isLogin(request) && wantsCookie(request) && hasToken(payload) ? moveToCookie(request, reply, payload) : payload,
  );
  app.addHook("onSend", async (request, reply) => {
    if (pathOf(request) === "/ajax_logout") setCookie(request, reply, "", { maxAge: 0 });
    const renewed = reply.getHeader(renewedTokenHeader);
    if (typeof renewed !== "string" || !hasCookie(request)) return;
    setCookie(request, reply, renewed, {});
    reply.removeHeader(renewedTokenHeader);
  });
}

function moveToCookie(request: FastifyRequest, reply: FastifyReply, { jwt, id, expires }: LoginAnswer): object {
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
  // A secure cookie would never come back over plain HTTP. Whoever ends TLS in front of us says so.
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

/** Headers for a platform behind us: the cookie is our own business. */
export function withoutSessionCookie<T extends { readonly cookie?: string | undefined }>(headers: T): T {
  if (headers.cookie === undefined) return headers;
  const { [cookieName]: _, ...others } = parseCookie(headers.cookie);
  return { ...headers, cookie: stringifyCookie(others) || undefined };
}

/** What only reads may come from a link or a frame; what changes something has to come from the panel's own script. */
function isTrusted({ method, headers }: FastifyRequest): boolean {
  return method === "GET" || method === "HEAD" || headers[panelHeader] !== undefined;
}

function hasCookie(request: FastifyRequest): boolean {
  return parseCookie(request.headers.cookie ?? "")[cookieName] !== undefined;
}

function isLogin(request: FastifyRequest): boolean {
  return request.method === "POST" && pathOf(request) === "/login_jwt";
}

function wantsCookie({ headers }: FastifyRequest): boolean {
  return headers[wishHeader] === "cookie";
}

function hasToken(payload: unknown): payload is LoginAnswer {
  return typeof payload === "object" && payload !== null && "jwt" in payload && typeof payload.jwt === "string";
}

function pathOf({ url }: FastifyRequest): string {
  return url.split("?", 1)[0] ?? "";
}
