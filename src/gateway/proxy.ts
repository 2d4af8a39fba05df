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

/** Paths of the platform itself; all other unknown ones are the older panel's. */
const PLATFORM_PATHS = ["/api", "/ajax_logout", "/device/autoprov"];
/** Pages of the platform with scripts of their own. */
const PLATFORM_PAGES = ["/grafana", "/handbook", "/handbook-csc"];

type ProxySettings = Pick<Settings, "preserveHost" | "publicUrl"> & Partial<Pick<Settings, "legacyUrl">>;

const LOGIN_TIMEOUT_MS = 10_000;

/**
 * Proxies a real platform behind the panel: API, login, legacy tables, Grafana and the older panel's pages keep their
 * paths, so that the browser sees one origin. Bodies and responses pass through unchanged; when the platform is
 * unreachable the browser gets an error in the platform's format.
 */
export async function proxyPlatform(app: FastifyInstance, settings: ProxySettings, platformUrl: URL): Promise<void> {
  const legacyUrl = settings.legacyUrl ?? platformUrl;
  registerErrorHandler(app, englishTexts);
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (own) => {
    readBodies(own, defaultSettings.bodyLimit);
    proxyLogin(own, platformUrl, settings);
  });
  for (const prefix of PLATFORM_PATHS) {
    await app.register(fastifyHttpProxy, { ...optionsFor(platformUrl, settings), prefix, rewritePrefix: prefix });
  }
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (_request, reply) => {
      reply.removeHeader("content-security-policy");
    });
    for (const prefix of PLATFORM_PAGES) {
      await pages.register(fastifyHttpProxy, { ...optionsFor(platformUrl, settings), prefix, rewritePrefix: prefix });
    }
  });
  await proxyLegacyPanel(app, settings, legacyUrl);
}

/** Pages of the older panel: the fallback, except for what cannot be a page. */
export async function proxyLegacyPanel(app: FastifyInstance, settings: ProxySettings, legacyUrl: URL): Promise<void> {
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (older) => {
    // Pages of the older panel have scripts of their own, and their own policy.
    older.addHook("onRequest", async (request, reply) => {
      if (request.url.startsWith("/api/")) throw new PlatformError("unknown_path");
      reply.removeHeader("content-security-policy");
    });
    // The page at "/" is the panel's own.
    await older.register(fastifyHttpProxy, {
      ...optionsFor(legacyUrl, settings),
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
    const headers = { "content-type": "application/json", ...forwarded(request, preserveHost) };
    const answer = await post(new URL("/login_jwt", platformUrl), headers, JSON.stringify(request.body ?? {}));
    const { statusCode = 502 } = answer;
    const isJson = /json/.test(answer.headers["content-type"] ?? "");
    return reply.code(statusCode).send(isJson ? JSON.parse(answer.text) : answer.text);
  });
}

/** By Node's client: `fetch` sends no other Host than the URL's. */
async function post(url: URL, headers: OutgoingHttpHeaders, body: string) {
  const { request } = url.protocol === "https:" ? https : http;
  const signal = AbortSignal.timeout(LOGIN_TIMEOUT_MS);
  try {
    const sent = request(url, { method: "POST", headers, signal });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    return { statusCode: answer.statusCode, headers: answer.headers, text: await text(answer) };
  } catch (cause) {
    throw new PlatformError(signal.aborted ? "platform_timeout" : "platform_unreachable", {}, { cause });
  }
}

function optionsFor({ origin }: URL, { preserveHost, publicUrl }: ProxySettings): FastifyHttpProxyOptions {
  const forwarding: Forwarding = { origin, preserveHost, publicUrl };
  return {
    upstream: origin,
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => toForward(request, headers, forwarding),
      // Headers of the platform's connection are hop-by-hop (RFC 9110, 7.6.1).
      rewriteHeaders: ({ connection: _, "keep-alive": __, ...headers }, request) => {
        if (!request) return headers;
        for (const name of ["location", "content-location"] as const) {
          const location = headers[name];
          if (typeof location === "string") headers[name] = toOurs(request, location, forwarding);
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
  const { "www-authenticate": _, ...others } = headers as T & { "www-authenticate"?: unknown };
  return others as T;
}

/**
 * What only a proxy may say to the platform behind us: who sends a request, from where, for which host or path. Servers
 * take an underscore in a name for a dash.
 */
const ofProxies =
  /^(?:forwarded|via|proxy|(?:x-)?remote-user|x-real-ip|x-host|x-http-host-override|x-(?:forwarded|forwarder|original|rewrite|client|cluster|proxyuser|envoy|arr|azure|waf|originating)(?:-.*)?|(?:true|fastly)-client-ip|cf-connecting-ip.*|front-end-https|ssl-.*)$/;
/** Of the certificate that a client has shown to the proxy which ends TLS. */
const ofCertificate = /^x-ssl-/;

type Sender = Pick<FastifyRequest, "ip" | "ips" | "protocol" | "host">;

interface Forwarding {
  /** The platform, or the older panel. */
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
function toForward<T extends IncomingHttpHeaders>(
  request: Sender,
  headers: T,
  { preserveHost }: Pick<Forwarding, "preserveHost">,
): T {
  const isBehindTrustedProxy = request.ips !== undefined && request.ips.length > 1;
  const isLeft = (name: string) =>
    // We have sent "100 Continue" ourselves.
    name !== "expect" && !ofProxies.test(name) && (isBehindTrustedProxy || !ofCertificate.test(name));
  const left = Object.entries(withoutSessionCookie(headers)).filter(([name]) =>
    isLeft(name.toLowerCase().replaceAll("_", "-")),
  );
  return { ...(Object.fromEntries(left) as T), ...forwarded(request, preserveHost) };
}

/** What we know of a request. */
function forwarded({ ip, protocol, host }: Sender, preserveHost: boolean) {
  return {
    "x-forwarded-for": ip,
    "x-forwarded-proto": protocol,
    "x-forwarded-host": host,
    ...(preserveHost ? { host } : {}),
  };
}

/** A redirect of the platform to itself leads to us: a browser may not reach it, and would leave our origin. */
function toOurs(request: Sender, location: string, { origin, publicUrl }: Forwarding): string {
  const url = URL.canParse(location, origin) ? new URL(location, origin) : undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(location);
  if (!url || !isAbsolute || (url.host !== new URL(origin).host && url.host !== request.host)) return location;
  return publicBaseUrl(request, publicUrl) + url.pathname + url.search + url.hash;
}
