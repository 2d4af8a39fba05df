import { existsSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";

const ASSETS = "assets";

/**
 * Serves the built panel: hashed assets as immutable, the page itself uncached, both precompressed. Rejects where there is
 * none: users would get an empty page from a server that calls itself ready.
 */
export async function servePanel(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(join(folder, "index.html"))) throw new Error(`the panel is not in ${folder}: npm run build makes it`);
  // One route for all assets: one for each file takes longer than the rest of the start.
  await app.register(fastifyStatic, {
    ...served("public, max-age=31536000, immutable"),
    root: join(folder, ASSETS),
    prefix: `/${ASSETS}/`,
    decorateReply: false,
    // Anything else is not one of ours, so it is not found; the library would answer with an error.
    allowedPath: (path) => /^\/?\w[\w.-]*$/.test(path),
  });
  await app.register(fastifyStatic, {
    ...served("no-cache"),
    root: folder,
    wildcard: false,
    globIgnore: [`${ASSETS}/**`],
  });
}

function served(cacheControl: string): Pick<FastifyStaticOptions, "preCompressed" | "cacheControl" | "setHeaders"> {
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
