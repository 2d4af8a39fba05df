import { fileURLToPath } from "node:url";
import fastify, { type FastifyInstance } from "fastify";
import { buildPlatform } from "../platform/app.ts";
import type { Database } from "../platform/db/engine.ts";
import { servePanel } from "./panel.ts";
import { proxyPlatform } from "./proxy.ts";
import type { Settings } from "./settings.ts";

/** The built panel, beside the built server. */
const PANEL = fileURLToPath(new URL("../panel/", import.meta.url));

/** One origin: the panel, its health, and behind them the embedded platform or a real one. Does not listen. */
export async function buildGateway(
  settings: Pick<Settings, "platformUrl" | "legacyUrl">,
  database: Database | undefined,
  panelFolder: string = PANEL,
): Promise<FastifyInstance> {
  const app = database ? await buildPlatform({ database }) : fastify();
  app.get("/health", async () => ({ status: "ok" }));
  await servePanel(app, panelFolder);
  if (settings.platformUrl) await proxyPlatform(app, settings.platformUrl, settings.legacyUrl);
  return app;
}
