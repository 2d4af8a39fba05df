import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves the built panel: hashed assets as immutable, the page itself uncached, both precompressed. */
export async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      // An intermediate cache must not serve a compressed file to clients that did not accept one.
      response.setHeader("vary", "accept-encoding");
    },
  });
}
