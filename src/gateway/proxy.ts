import type { FastifyHttpProxyOptions } from "@fastify/http-proxy";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../core/errors.ts";
import { readBodies } from "../platform/http/body.ts";
import { answerErrors } from "../platform/http/errors.ts";
import { isFromBrowser } from "../platform/http/origin.ts";
import { englishTexts } from "../platform/language/serverTexts.ts";
import { defaultSettings } from "../platform/settings.ts";
import { withoutSessionCookie } from "./sessionCookie.ts";

/** Paths of the platform itself; all other unknown ones are the older panel's. */
const PLATFORM_PATHS = ["/api", "/ajax_logout", "/device/autoprov"];
/** Pages of the platform with scripts of their own. */
const PLATFORM_PAGES = ["/grafana", "/handbook", "/handbook-csc"];

const LOGIN_TIMEOUT_MS = 10_000;

/**
 * Proxies a real platform behind the panel: API, login, legacy tables, Grafana and the older panel's pages keep their
 * paths, so that the browser sees one origin. Bodies and responses pass through unchanged; when the platform is
 * unreachable the browser gets an error in the platform's format.
 */
export async function proxyPlatform(
  app: FastifyInstance,
  platformUrl: URL,
  legacyUrl: URL = platformUrl,
): Promise<void> {
  answerErrors(app, englishTexts);
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (own) => {
    readBodies(own, defaultSettings.bodyLimit);
    proxyLogin(own, platformUrl);
  });
  for (const prefix of PLATFORM_PATHS) {
    await app.register(fastifyHttpProxy, { ...optionsFor(platformUrl), prefix, rewritePrefix: prefix });
  }
  await app.register(async (pages) => {
    pages.addHook("onRequest", async (_request, reply) => {
      reply.removeHeader("content-security-policy");
    });
    for (const prefix of PLATFORM_PAGES) {
      await pages.register(fastifyHttpProxy, { ...optionsFor(platformUrl), prefix, rewritePrefix: prefix });
    }
  });
  await proxyOlderPanel(app, legacyUrl);
}

/** Pages of the older panel: the fallback, except for what cannot be a page. */
export async function proxyOlderPanel(app: FastifyInstance, legacyUrl: URL): Promise<void> {
  const fastifyHttpProxy = await loadProxy();
  await app.register(async (older) => {
    // Pages of the older panel have scripts of their own, and their own policy.
    older.addHook("onRequest", async (request, reply) => {
      if (request.url.startsWith("/api/")) throw new PlatformError("unknown_path");
      reply.removeHeader("content-security-policy");
    });
    // The page at "/" is the panel's own.
    await older.register(fastifyHttpProxy, {
      ...optionsFor(legacyUrl),
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
function proxyLogin(app: FastifyInstance, platformUrl: URL): void {
  const config = { contentTypes: ["application/json", "application/x-www-form-urlencoded"] };
  app.post("/login_jwt", { config }, async (request, reply) => {
    const answer = await fetch(new URL("/login_jwt", platformUrl), {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": request.ip },
      body: JSON.stringify(request.body ?? {}),
      signal: AbortSignal.timeout(LOGIN_TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new PlatformError(
        error.name === "TimeoutError" ? "platform_timeout" : "platform_unreachable",
        {},
        { cause: error },
      );
    });
    const text = await answer.text();
    const isJson = /json/.test(answer.headers.get("content-type") ?? "");
    return reply.code(answer.status).send(isJson ? JSON.parse(text) : text);
  });
}

function optionsFor({ origin }: URL): FastifyHttpProxyOptions {
  return {
    upstream: origin,
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => withoutSessionCookie(headers),
      rewriteHeaders: (headers, request) => (request && isFromBrowser(request) ? withoutChallenge(headers) : headers),
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
