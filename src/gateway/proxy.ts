import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import http, { type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import https from "node:https";
import { text } from "node:stream/consumers";
import type { FastifyHttpProxyOptions } from "@fastify/http-proxy";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { PlatformError } from "../core/validation/errors.ts";
import { readBodies } from "../platform/http/body.ts";
import { registerErrorHandler } from "../platform/http/errors.ts";
import { englishTexts } from "../platform/http/language/serverTexts.ts";
import { isFromBrowser, publicBaseUrl } from "../platform/http/origin.ts";
import { defaultSettings } from "../platform/runtime/settings.ts";
import { withoutSessionCookie } from "./sessionCookie.ts";
import type { Settings } from "./settings.ts";

/** Paths of the platform itself; all other unknown ones are the legacy panel's. */
const PLATFORM_PATHS = ["/api", "/ajax_logout", "/device/autoprov"];
/** Pages of the platform with scripts of their own. */
const PLATFORM_PAGES = ["/grafana", "/handbook", "/handbook-csc"];

type ProxySettings = Pick<Settings, "preserveHost" | "publicUrl"> & Partial<Pick<Settings, "legacyUrl">>;

const LOGIN_TIMEOUT_MS = 10_000;

/**
 * Proxies a real platform behind the panel: API, login, legacy tables, Grafana and the legacy panel's pages keep their
 * paths, so that the browser sees one origin. Bodies and responses pass through unchanged; when the platform is
 * unreachable the browser gets an error in the platform's format.
 */
export async function proxyPlatform(app: FastifyInstance, settings: ProxySettings, platformUrl: URL): Promise<void> {
  const legacyUrl = settings.legacyUrl ?? platformUrl;
  registerErrorHandler(app, englishTexts);
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (login) => {
    readBodies(login, defaultSettings.bodyLimit);
    proxyLogin(login, platformUrl, settings);
  });
  for (const prefix of PLATFORM_PATHS) {
    await app.register(fastifyHttpProxy, { ...proxyOptions(platformUrl, settings), prefix, rewritePrefix: prefix });
  }
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (_request, reply) => {
      reply.removeHeader("content-security-policy");
    });
    for (const prefix of PLATFORM_PAGES) {
      await pages.register(fastifyHttpProxy, { ...proxyOptions(platformUrl, settings), prefix, rewritePrefix: prefix });
    }
  });
  await proxyLegacyPanel(app, settings, legacyUrl);
}

/** Proxies pages of the legacy panel: the fallback, except for paths that cannot be a page. */
export async function proxyLegacyPanel(app: FastifyInstance, settings: ProxySettings, legacyUrl: URL): Promise<void> {
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (legacy) => {
    // Pages of the legacy panel have scripts of their own, and their own policy.
    legacy.addHook("onRequest", async (request, reply) => {
      if (request.url.startsWith("/api/")) throw new PlatformError("unknown_path");
      reply.removeHeader("content-security-policy");
    });
    // The page at "/" is the panel's own.
    await legacy.register(fastifyHttpProxy, {
      ...proxyOptions(legacyUrl, settings),
      prefix: "/",
      rewritePrefix: "/",
      routes: ["/*"],
    });
  });
}

/** With its HTTP client it takes a tenth of a second to load, and most installations have nothing behind them. */
async function loadProxy() {
  return (await import("@fastify/http-proxy")).default;
}

/** Handled here, so that the gateway can keep the token. */
function proxyLogin(app: FastifyInstance, platformUrl: URL, { preserveHost }: ProxySettings): void {
  const config = { contentTypes: ["application/json", "application/x-www-form-urlencoded"] };
  app.post("/login_jwt", { config }, async (request, reply) => {
    const headers = { "content-type": "application/json", ...forwardingHeaders(request, preserveHost) };
    const response = await post(new URL("/login_jwt", platformUrl), headers, JSON.stringify(request.body ?? {}));
    const { statusCode = 502 } = response;
    const isJson = /json/.test(response.headers["content-type"] ?? "");
    return reply.code(statusCode).send(isJson ? JSON.parse(response.text) : response.text);
  });
}

/** By Node's client: `fetch` sends no other Host than the URL's. */
async function post(url: URL, headers: OutgoingHttpHeaders, body: string) {
  const { request } = url.protocol === "https:" ? https : http;
  const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
  try {
    const outgoing = request(url, { method: "POST", headers, signal });
    outgoing.end(body);
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    return { statusCode: response.statusCode, headers: response.headers, text: await text(response) };
  } catch (cause) {
    throw new PlatformError(signal.aborted ? "platform_timeout" : "platform_unreachable", {}, { cause });
  }
}

function proxyOptions({ origin }: URL, { preserveHost, publicUrl }: ProxySettings): FastifyHttpProxyOptions {
  const forwarding: Forwarding = { origin, preserveHost, publicUrl };
  return {
    upstream: origin,
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => toForwardedHeaders(request, headers, forwarding),
      // Headers of the platform's connection are hop-by-hop (RFC 9110, 7.6.1).
      rewriteHeaders: ({ connection: _, "keep-alive": __, ...headers }, request) => {
        if (!request) return headers;
        for (const name of ["location", "content-location"] as const) {
          const location = headers[name];
          if (typeof location === "string") headers[name] = toPublicLocation(request, location, forwarding);
        }
        return isFromBrowser(request) ? withoutChallenge(headers) : headers;
      },
      onError: (reply, { error }) => {
        const isLate = "statusCode" in error && error.statusCode === 504;
        reply.send(new PlatformError(isLate ? "platform_timeout" : "platform_unreachable", {}, { cause: error }));
      },
    },
  };
}

/** A browser would show its own login dialog over the panel's. */
function withoutChallenge<T extends object>(headers: T): T {
  const { "www-authenticate": _, ...remaining } = headers as T & { "www-authenticate"?: unknown };
  return remaining as T;
}

/**
 * Headers that only a proxy may send to the platform behind us: the sender of a request, its host or path. Servers take an
 * underscore in a name for a dash.
 */
const PROXY_HEADERS =
  /^(?:forwarded|via|proxy|(?:x-)?remote-user|x-real-ip|x-host|x-http-host-override|x-(?:forwarded|forwarder|original|rewrite|client|cluster|proxyuser|envoy|arr|azure|waf|originating)(?:-.*)?|(?:true|fastly)-client-ip|cf-connecting-ip.*|front-end-https|ssl-.*)$/;
/** Headers about the certificate that a client has shown to the proxy which ends TLS. */
const CERTIFICATE_HEADERS = /^x-ssl-/;

type Sender = Pick<FastifyRequest, "ip" | "ips" | "protocol" | "host">;

interface Forwarding {
  /** Origin of the platform, or of the legacy panel. */
  readonly origin: string;
  /** Whether it gets the browser's Host instead of its own. */
  readonly preserveHost: boolean;
  /** Our own base URL; null: that of the request. */
  readonly publicUrl: string | null;
}

/**
 * Headers for the platform: what a client claims about itself is replaced by what we know of it. What a trusted proxy
 * says about a certificate stays.
 */
function toForwardedHeaders<T extends IncomingHttpHeaders>(
  request: Sender,
  headers: T,
  { preserveHost }: Pick<Forwarding, "preserveHost">,
): T {
  const isBehindTrustedProxy = request.ips !== undefined && request.ips.length > 1;
  const isAllowed = (name: string) =>
    // We have sent "100 Continue" ourselves.
    name !== "expect" && !PROXY_HEADERS.test(name) && (isBehindTrustedProxy || !CERTIFICATE_HEADERS.test(name));
  const allowed = Object.entries(withoutSessionCookie(headers)).filter(([name]) =>
    isAllowed(name.toLowerCase().replaceAll("_", "-")),
  );
  return { ...(Object.fromEntries(allowed) as T), ...forwardingHeaders(request, preserveHost) };
}

/** The headers about a request that we know ourselves. */
function forwardingHeaders({ ip, protocol, host }: Sender, preserveHost: boolean) {
  return {
    "x-forwarded-for": ip,
    "x-forwarded-proto": protocol,
    "x-forwarded-host": host,
    ...(preserveHost ? { host } : {}),
  };
}

/** A redirect of the platform to itself leads to us: a browser may not reach it, and would leave our origin. */
function toPublicLocation(request: Sender, location: string, { origin, publicUrl }: Forwarding): string {
  const url = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(location);
  if (!url || !isAbsolute || (url.host !== new URL(origin).host && url.host !== request.host)) return location;
  return publicBaseUrl(request, publicUrl) + url.pathname + url.search + url.hash;
}
