import fastifyHelmet from "@fastify/helmet";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { securityHeaders } from "./headers.ts";

/** Serves the built panel: hashed assets for ever, the page itself never from a cache, both compressed ahead of time. */
export async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(fastifyHelmet, securityHeaders);
    await scope.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      cacheControl: false,
      setHeaders: (response, path) => {
        response.setHeader(
          "cache-control",
          /[\\/]assets[\\/]/.test(path) ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    });
  });
}
