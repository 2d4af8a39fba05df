import { createHash, timingSafeEqual } from "node:crypto";
import fastify, { type FastifyInstance } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";
import { serverOptions } from "../../platform/http/requestNormalization.ts";
import type { Metrics } from "./metrics.ts";

/** Serves `GET /metrics` next to the panel, with the token if there is one; without one there is no such page. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics | undefined, token: string | undefined): void {
  app.get("/metrics", async ({ headers: { authorization } }, reply) => {
    if (!metrics || token === undefined) throw new PlatformError("unknown_path");
    if (!isSameSecret(authorization ?? "", `Bearer ${token}`)) {
      return reply.code(401).header("www-authenticate", 'Bearer realm="metrics"').send({ code: 401 });
    }
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
}

/** A server for `GET /metrics` and nothing else, on a port that only the monitoring reaches. Does not listen. */
export function buildMetricsServer(metrics: Metrics): FastifyInstance {
  const app = fastify(serverOptions(10_000));
  app.get("/metrics", async (_request, reply) => {
    const { type, text } = await metrics.read();
    return reply.type(type).send(text);
  });
  return app;
}

/** Takes as long for a wrong token as for the right one. */
function isSameSecret(a: string, b: string): boolean {
  const [hashA, hashB] = [a, b].map((text) => createHash("sha256").update(text).digest());
  return hashA !== undefined && hashB !== undefined && timingSafeEqual(hashA, hashB);
}
