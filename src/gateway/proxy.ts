import fastifyHttpProxy, { type FastifyHttpProxyOptions } from "@fastify/http-proxy";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../core/errors.ts";
import { answerErrors } from "../platform/http/errors.ts";
import { englishTexts } from "../platform/language/serverTexts.ts";
import { withoutSessionCookie } from "./sessionCookie.ts";

/** Paths that belong to the platform itself; everything else unknown is the older panel's. */
const PLATFORM_PATHS = ["/api", "/ajax_logout"];
/** Pages of the platform's own with scripts of their own. */
const PLATFORM_PAGES = ["/grafana", "/handbook", "/handbook-csc"];

const LOGIN_TIMEOUT_MS = 10_000;

/**
 * Puts a real platform behind the panel: API, login, legacy tables, Grafana and the older panel's pages keep their
 * paths, so that the browser sees one origin. Bodies and answers pass through untouched; where there is no answer the
 * browser gets a refusal in the platform's own form.
 */
export async function proxyPlatform(
  app: FastifyInstance,
  platformUrl: URL,
  legacyUrl: URL = platformUrl,
): Promise<void> {
  answerErrors(app, englishTexts);
  proxyLogin(app, platformUrl);
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

/** Pages of the older panel: whatever nobody else has, except what is certainly no page. */
export async function proxyOlderPanel(app: FastifyInstance, legacyUrl: URL): Promise<void> {
  await app.register(async (older) => {
    // Pages of the older panel have scripts of their own; what they may do is theirs to say.
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

/** Read and answered here, so that the gateway can keep the token. */
function proxyLogin(app: FastifyInstance, platformUrl: URL): void {
  app.post("/login_jwt", async (request, reply) => {
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
    replyOptions: {
      rewriteRequestHeaders: (_request, headers) => withoutSessionCookie(headers),
      onError: (reply, { error }) => {
        const isLate = "statusCode" in error && error.statusCode === 504;
        reply.send(new PlatformError(isLate ? "platform_timeout" : "platform_unreachable", {}, { cause: error }));
      },
    },
  };
}
