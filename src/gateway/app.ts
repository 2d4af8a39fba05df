import { fileURLToPath } from "node:url";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { buildPlatform } from "../platform/app.ts";
import type { Database } from "../platform/db/tables.ts";
import { readBodies } from "../platform/http/body.ts";
import { requestTimeout, serverOptions } from "../platform/http/incoming.ts";
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

/** The built panel, beside the built server. */
const PANEL = fileURLToPath(new URL("../panel/", import.meta.url));

export type GatewaySettings = PlatformPart &
  Pick<Settings, "platformUrl" | "legacyUrl" | "sessionStorage" | "sipWebsocketUrl">;

/**
 * One origin: the panel, its health check and its own service, and behind them the embedded platform or a real one.
 * Does not listen.
 */
export async function buildGateway(
  settings: GatewaySettings,
  database: Database,
  panelFolder: string = PANEL,
): Promise<FastifyInstance> {
  const { platformUrl, legacyUrl, sessionStorage, trustedProxies, publicUrl, sipWebsocketUrl } = settings;
  const sipWebsocket = sipWebsocketUrl?.href;
  const extend = async (app: FastifyInstance) => {
    endConnectionsOnClose(app);
    app.get("/health", async () => ({ status: "ok" }));
    await sendSecurityHeaders(app, sipWebsocketUrl);
    if (sessionStorage === "cookie") keepSessionsInCookie(app, publicUrl);
    await servePanel(app, panelFolder);
  };
  if (!platformUrl) {
    return buildPlatform({
      database,
      settings: toPlatformSettings(settings),
      extend: async (app, { actorOf, progressOf }) => {
        await extend(app);
        const ownerOf = async (request: FastifyRequest) => String((await actorOf(request)).adminId);
        const hasOlderPanel = legacyUrl !== undefined;
        registerProgress(app, async (request) => progressOf(await actorOf(request)));
        registerService(app, { db: database.kysely, hasOlderPanel, hasRealPlatform: false, sipWebsocket, ownerOf });
        if (legacyUrl) await proxyOlderPanel(app, legacyUrl);
      },
    });
  }
  const app = fastify({ trustProxy: [...trustedProxies], ...serverOptions(requestTimeout) });
  await extend(app);
  await proxyPlatform(app, platformUrl, legacyUrl);
  await app.register(async (own) => {
    readBodies(own, defaultSettings.bodyLimit);
    registerService(own, {
      db: database.kysely,
      hasOlderPanel: true,
      hasRealPlatform: true,
      sipWebsocket,
      ownerOf: buildOwnerOf(platformUrl),
    });
  });
  return app;
}
