import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Serves the built panel: hashed assets for ever, the page itself never from a cache, both compressed ahead of time. */
export async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    wildcard: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const isHashed = /[\\/]assets[\\/]/.test(path);
      response.setHeader("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      // A cache on the way must not hand a compressed file to who did not ask for one.
      response.setHeader("vary", "accept-encoding");
    },
  });
}
