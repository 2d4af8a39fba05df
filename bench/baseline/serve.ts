import { fileURLToPath } from "node:url";
import proxy from "@fastify/http-proxy";
import fastifyStatic from "@fastify/static";
import react from "@vitejs/plugin-react";
import fastify from "fastify";
import { build } from "vite";
import { precompress } from "../../scripts/precompress.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const outDir = fileURLToPath(new URL("../../dist/bench-baseline", import.meta.url));

export interface Baseline {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Builds the minimal application with the same tools and serves it, with requests proxied to the platform at `api`, or
 * with ten rows of its own.
 */
export async function serveBaseline(api?: string): Promise<Baseline> {
  await build({
    root,
    configFile: false,
    logLevel: "error",
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: "es2023", modulePreload: { polyfill: false } },
  });
  precompress(outDir);
  const app = fastify();
  await app.register(fastifyStatic, { root: outDir, preCompressed: true });
  if (api) await app.register(proxy, { upstream: api, prefix: "/api", rewritePrefix: "/api" });
  else app.get("/api/domains", async (_request, reply) => reply.header("content-range", "domains 0-9/10").send(rows));
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, stop: () => app.close() };
}

const rows = Array.from({ length: 10 }, (_, index) => ({
  id: index + 1,
  domain: `sip${index}.example`,
  reseller_id: 1,
}));
