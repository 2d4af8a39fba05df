import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { decodeJwt } from "jose";
import { PlatformError } from "../core/validation/errors.ts";
import { buildPlatform } from "../platform/app.ts";
import type { Replicas } from "../platform/db/replicas.ts";
import type { Database } from "../platform/db/tables.ts";
import { registerProgress, registerService } from "../platform/features/userItems/routes.ts";
import { readBodies } from "../platform/http/body.ts";
import { type LogTarget, logOptions, logRequests } from "../platform/http/logging.ts";
import {
  refuseForeignTargets,
  requestTimeout,
  rewriteForwarded,
  serverOptions,
} from "../platform/http/requestNormalization.ts";
import { defaultSettings } from "../platform/runtime/settings.ts";
import { tableNames } from "../platform/seed/prepareDatabase.ts";
import type { Metrics } from "./observability/metrics.ts";
import { serveMetrics } from "./observability/metricsServer.ts";
import { serveHealthChecks } from "./observability/readiness.ts";
import type { Traces } from "./observability/traces.ts";
import { toPlatformSettings } from "./platformSettings.ts";
import { proxyLegacyPanel, proxyPlatform } from "./proxy.ts";
import { registerSessionCookie } from "./sessionCookie.ts";
import type { Settings } from "./settings.ts";

const PANEL = fileURLToPath(new URL("../panel/", import.meta.url));

export interface GatewayParts {
  readonly panelFolder?: string;
  readonly metrics?: Metrics | undefined;
  readonly traces?: Traces | undefined;
  readonly replicas?: Replicas | undefined;
  /** Target of log lines; standard error by default. */
  readonly logTo?: LogTarget;
}

/**
 * One origin: the panel, its health check and its own service, and behind them the embedded platform or a real one.
 * Does not listen.
 */
export async function buildGateway(
  settings: Settings,
  database: Database,
  { panelFolder = PANEL, metrics, traces, replicas, logTo = process.stderr }: GatewayParts = {},
): Promise<FastifyInstance> {
  const { platformUrl, legacyUrl, sessionStorage, trustedProxies, publicUrl, sipWebsocketUrl } = settings;
  const sipWebsocket = sipWebsocketUrl?.href;
  const db = database.kysely;
  const extend = async (app: FastifyInstance) => {
    // First, so that they see every request from its beginning.
    metrics?.measure(app);
    traces?.follow(app);
    endConnectionsOnClose(app);
    refuseForeignTargets(app);
    serveHealthChecks(app, {
      db,
      tables: platformUrl ? tableNames.service : tableNames.platform,
      dataDir: settings.dataDir,
    });
    serveMetrics(app, metrics, settings.metricsToken);
    sendSecurityHeaders(app, sipWebsocketUrl);
    if (sessionStorage === "cookie") registerSessionCookie(app, publicUrl);
    await servePanel(app, panelFolder);
  };
  if (!platformUrl) {
    return buildPlatform({
      database,
      replicas,
      settings: { ...toPlatformSettings(settings), ...(metrics ? { observer: metrics.observer } : {}), logTo },
      extend: async (app, { actorOf, progressOf }) => {
        await extend(app);
        const ownerOf = async (request: FastifyRequest) => String((await actorOf(request)).adminId);
        const hasLegacyPanel = legacyUrl !== undefined;
        registerProgress(app, async (request) => progressOf(await actorOf(request)));
        registerService(app, { db, hasLegacyPanel, hasRealPlatform: false, sipWebsocket, ownerOf });
        if (legacyUrl) await proxyLegacyPanel(app, settings, legacyUrl);
      },
    });
  }
  const logging = logOptions(settings.logLevel, logTo);
  const app = fastify({
    ...logging,
    trustProxy: [...trustedProxies],
    ...serverOptions(requestTimeout),
    rewriteUrl: rewriteForwarded,
  });
  logRequests(app);
  await extend(app);
  await proxyPlatform(app, settings, platformUrl);
  await app.register(async (service) => {
    readBodies(service, defaultSettings.bodyLimit);
    registerService(service, {
      db,
      hasLegacyPanel: true,
      hasRealPlatform: true,
      sipWebsocket,
      ownerOf: buildOwnerOf(platformUrl),
    });
  });
  return app;
}

/**
 * Headers of all responses of the gateway itself. Scripts come from our own files only: no inline script, no eval.
 * Inline styles are allowed because the component library writes them at run time, and sounds are fetched with the token and
 * played from memory. Frames of the legacy panel are same-origin. HSTS belongs to the proxy that terminates TLS.
 */
const securityHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

const policy =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;media-src blob:;" +
  "font-src 'self';connect-src 'self';frame-src 'self';frame-ancestors 'self';object-src 'none';base-uri 'self';form-action 'self'";

/** With a WebSocket for SIP the panel may connect to that origin as well, and only its own pages may use the microphone. */
function sendSecurityHeaders(app: FastifyInstance, sipWebsocketUrl?: URL): void {
  const headers = {
    "content-security-policy": sipWebsocketUrl
      ? policy.replace("connect-src 'self'", `$& ${sipWebsocketUrl.origin}`)
      : policy,
    ...securityHeaders,
    ...(sipWebsocketUrl ? { "permissions-policy": "microphone=(self)" } : {}),
  };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

const ASSETS = "assets";

/**
 * Serves the built panel: hashed assets as immutable, the page itself uncached, both precompressed. Rejects where there is
 * none: users would get an empty page from a server that calls itself ready.
 */
async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) throw new Error(`the panel is not in ${folder}: npm run build makes it`);
  // One route for all assets: one for each file takes longer than the rest of the start.
  await app.register(fastifyStatic, {
    ...staticOptions("public, max-age=31536000, immutable"),
    root: join(folder, ASSETS),
    prefix: `/${ASSETS}/`,
    decorateReply: false,
    // Anything else is not one of ours, so it is not found; the library would answer with an error.
    allowedPath: (path) => /^\/?\w[\w.-]*$/.test(path),
  });
  await app.register(fastifyStatic, {
    ...staticOptions("no-cache"),
    root: folder,
    wildcard: false,
    globIgnore: [`${ASSETS}/**`],
  });
}

function staticOptions(
  cacheControl: string,
): Pick<FastifyStaticOptions, "preCompressed" | "cacheControl" | "setHeaders"> {
  return {
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response) => {
      response.setHeader("cache-control", cacheControl);
      // An intermediate cache must not serve a compressed file to clients that did not accept one.
      response.setHeader("vary", "accept-encoding");
    },
  };
}

/** Time for which the verification of a token by the platform is cached, for the panel's own small records. */
const OWNER_CACHE_MS = 60_000;
const MAX_CACHED_OWNERS = 1_000;
const TIMEOUT_MS = 10_000;

/** Asks the platform behind us who sent a request; administrators are keyed by platform origin. */
function buildOwnerOf({ origin }: URL): (request: FastifyRequest) => Promise<string> {
  const validUntil = new Map<string, number>();
  return async ({ headers }) => {
    const { authorization = "" } = headers;
    const id = claimedId(authorization);
    if (id === undefined) throw new PlatformError("not_logged_in");
    if ((validUntil.get(authorization) ?? 0) < Date.now()) {
      await assertAccepted(origin, authorization, id);
      if (validUntil.size >= MAX_CACHED_OWNERS) validUntil.clear();
      validUntil.set(authorization, Date.now() + OWNER_CACHE_MS);
    }
    return `${origin} ${id}`;
  };
}

/** The owner that a token claims; only the platform can verify it. */
function claimedId(authorization: string): number | undefined {
  const token = authorization.replace(/^bearer /i, "");
  try {
    const { id } = decodeJwt(token);
    return typeof id === "number" && Number.isInteger(id) ? id : undefined;
  } catch {
    // It is no token.
    return undefined;
  }
}

/** Everybody may read their own account, and nobody else's token succeeds with this id. */
async function assertAccepted(origin: string, authorization: string, id: number): Promise<void> {
  const response = await fetch(new URL(`/api/admins/${id}`, origin), {
    headers: { authorization, accept: "application/json" },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: Error) => {
    throw new PlatformError("platform_unreachable", {}, { cause });
  });
  await response.body?.cancel();
  if (!response.ok) throw new PlatformError(response.status >= 500 ? "platform_unreachable" : "invalid_token");
}

/** Time that a shutdown waits for pending responses, and for exports, which take longer to read. */
const GRACE_MS = 5_000;
const EXPORT_GRACE_MS = 60_000;

/**
 * Responses sent while the server closes end their connection: kept alive, as browsers do, it would block the exit
 * until it times out. New requests on an open connection get a Retry-After. Connections that remain after the grace
 * period are cut; exports would be truncated, and get time to finish.
 */
export function endConnectionsOnClose(app: FastifyInstance): void {
  let isClosing = false;
  const exports = new Set<Promise<void>>();
  const cutConnections = async () => {
    const tooLong = new Promise<void>((resolve) => setTimeout(resolve, EXPORT_GRACE_MS - GRACE_MS).unref());
    await Promise.race([Promise.all(exports), tooLong]);
    app.server.closeAllConnections();
  };
  app.addHook("preClose", (done) => {
    isClosing = true;
    setTimeout(cutConnections, GRACE_MS).unref();
    done();
  });
  app.addHook("onRequest", (_request, _reply, done) => {
    done(isClosing ? new PlatformError("stopping") : undefined);
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (isClosing) reply.header("connection", "close");
    if (String(reply.getHeader("content-type")).startsWith("text/csv")) {
      const read = new Promise<void>((resolve) => reply.raw.once("close", resolve)).finally(() => exports.delete(read));
      exports.add(read);
    }
    done(null, payload);
  });
}
