import fastifyHttpProxy from "@fastify/http-proxy";
import type { FastifyInstance } from "fastify";

/** Paths that belong to the platform itself; everything else unknown is the older panel's. */
const PLATFORM_PATHS = ["/api", "/login_jwt", "/ajax_logout", "/grafana"];

/**
 * Puts a real platform behind the panel: API, login, legacy tables, Grafana and the older panel's pages keep their
 * paths, so that the browser sees one origin. Bodies and answers pass through untouched.
 */
export async function proxyPlatform(
  app: FastifyInstance,
  platformUrl: URL,
  legacyUrl: URL = platformUrl,
): Promise<void> {
  for (const prefix of PLATFORM_PATHS) {
    await app.register(fastifyHttpProxy, { upstream: platformUrl.origin, prefix, rewritePrefix: prefix });
  }
  await app.register(fastifyHttpProxy, { upstream: legacyUrl.origin, prefix: "/", rewritePrefix: "/" });
}
