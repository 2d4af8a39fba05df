import fastifyHelmet, { type FastifyHelmetOptions } from "@fastify/helmet";
import fastify, { type FastifyInstance } from "fastify";

/**
 * Headers of all responses of the gateway itself. Scripts come from our own files only: no inline script, no eval.
 * Inline styles are allowed because the component library writes them at run time. Frames of the legacy panel are
 * same-origin.
 */
const securityHeaders = (connections: readonly string[]): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      // Sounds are fetched with the token and played from memory.
      mediaSrc: ["blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'", ...connections],
      frameSrc: ["'self'"],
      frameAncestors: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
    },
  },
  frameguard: { action: "sameorigin" },
  referrerPolicy: { policy: "same-origin" },
  // Belongs to the proxy that terminates TLS in front of the gateway.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
});

/**
 * Sets them on every response: computed once, where helmet would do so each time. With a WebSocket for SIP the panel may
 * connect to that origin as well, and only its own pages may use the microphone.
 */
export async function sendSecurityHeaders(app: FastifyInstance, sipWebsocketUrl?: URL): Promise<void> {
  const headers = {
    ...(await computeHeaders(securityHeaders(sipWebsocketUrl ? [sipWebsocketUrl.origin] : []))),
    ...(sipWebsocketUrl ? { "permissions-policy": "microphone=(self)" } : {}),
  };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

async function computeHeaders(options: FastifyHelmetOptions): Promise<Record<string, string>> {
  const bare = fastify();
  const guarded = fastify();
  await guarded.register(fastifyHelmet, options);
  const [before, after] = await Promise.all(
    [bare, guarded].map(async (app) => (await app.get("/", async () => "").inject("/")).headers),
  );
  await Promise.all([bare.close(), guarded.close()]);
  const added = Object.entries(after ?? {}).filter(([name]) => !(name in (before ?? {})));
  return Object.fromEntries(added.map(([name, value]) => [name, String(value)]));
}
