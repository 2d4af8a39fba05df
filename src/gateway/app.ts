import { fileURLToPath } from "node:url";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { buildPlatform } from "../platform/app.ts";
import type { Replicas } from "../platform/db/replicas.ts";
import type { Database } from "../platform/db/tables.ts";
import { readBodies } from "../platform/http/body.ts";
import { refuseForeignTargets, requestTimeout, rewriteForwarded, serverOptions } from "../platform/http/incoming.ts";
import { type LogTarget, logOptions, logRequests } from "../platform/http/logging.ts";
import { tableNames } from "../platform/prepareDatabase.ts";
import { registerProgress, registerService } from "../platform/service/serviceRoutes.ts";
import { defaultSettings } from "../platform/settings.ts";
import { endConnectionsOnClose } from "./closing.ts";
import { sendSecurityHeaders } from "./headers.ts";
import { servePanel } from "./panel.ts";
import { type PlatformPart, toPlatformSettings } from "./platformSettings.ts";
import { proxyOlderPanel, proxyPlatform } from "./proxy.ts";
import { buildOwnerOf } from "./serviceOwner.ts";
import { keepSessionsInCookie } from "./sessionCookie.ts";
import type { Settings } from "./settings.ts";
import type { Meters } from "./watch/meters.ts";
import { answerMetrics } from "./watch/metricsServer.ts";
import { answerChecks } from "./watch/readiness.ts";
import type { Traces } from "./watch/traces.ts";

/** The built panel, beside the built server. */
const PANEL = fileURLToPath(new URL("../panel/", import.meta.url));

export type GatewaySettings = PlatformPart &
  Pick<Settings, "platformUrl" | "legacyUrl" | "preserveHost" | "sessionStorage" | "sipWebsocketUrl" | "metricsToken">;

export interface GatewayParts {
  /** Folder of the built panel. */
  readonly panelFolder?: string;
  readonly meters?: Meters | undefined;
  readonly traces?: Traces | undefined;
  readonly replicas?: Replicas | undefined;
  /** Where log lines go; standard error by default. */
  readonly logTo?: LogTarget;
}

/**
 * One origin: the panel, its health check and its own service, and behind them the embedded platform or a real one.
 * Does not listen.
 */
export async function buildGateway(
  settings: GatewaySettings,
  database: Database,
  { panelFolder = PANEL, meters, traces, replicas, logTo = process.stderr }: GatewayParts = {},
): Promise<FastifyInstance> {
  const { platformUrl, legacyUrl, sessionStorage, trustedProxies, publicUrl, sipWebsocketUrl } = settings;
  const sipWebsocket = sipWebsocketUrl?.href;
  const db = database.kysely;
  const extend = async (app: FastifyInstance) => {
    // First, so that they see every request from its beginning.
    meters?.measure(app);
    traces?.follow(app);
    endConnectionsOnClose(app);
    refuseForeignTargets(app);
    answerChecks(app, {
      db,
      tables: platformUrl ? tableNames.service : tableNames.platform,
      dataDir: settings.dataDir,
    });
    answerMetrics(app, meters, settings.metricsToken);
    await sendSecurityHeaders(app, sipWebsocketUrl);
    if (sessionStorage === "cookie") keepSessionsInCookie(app, publicUrl);
    await servePanel(app, panelFolder);
  };
  if (!platformUrl) {
    return buildPlatform({
      database,
      replicas,
      settings: { ...toPlatformSettings(settings), ...(meters ? { observer: meters.observer } : {}), logTo },
      extend: async (app, { actorOf, progressOf }) => {
        await extend(app);
        const ownerOf = async (request: FastifyRequest) => String((await actorOf(request)).adminId);
        const hasOlderPanel = legacyUrl !== undefined;
        registerProgress(app, async (request) => progressOf(await actorOf(request)));
        registerService(app, { db, hasOlderPanel, hasRealPlatform: false, sipWebsocket, ownerOf });
        if (legacyUrl) await proxyOlderPanel(app, settings, legacyUrl);
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
  await app.register(async (own) => {
    readBodies(own, defaultSettings.bodyLimit);
    registerService(own, {
      db,
      hasOlderPanel: true,
      hasRealPlatform: true,
      sipWebsocket,
      ownerOf: buildOwnerOf(platformUrl),
    });
  });
  return app;
}
