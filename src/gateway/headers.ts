import type { FastifyInstance } from "fastify";

/**
 * Headers of all responses of the gateway itself. Scripts come from our own files only: no inline script, no eval.
 * Inline styles are allowed because the component library writes them at run time, and sounds are fetched with the token and
 * played from memory. Frames of the legacy panel are same-origin. HSTS belongs to the proxy that terminates TLS.
 */
const securityHeaders = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "origin-agent-cluster": "?1",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-dns-prefetch-control": "off",
  "x-download-options": "noopen",
  "x-frame-options": "SAMEORIGIN",
  "x-permitted-cross-domain-policies": "none",
  "x-xss-protection": "0",
};

const policy =
  "default-src 'self';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data: blob:;media-src blob:;" +
  "font-src 'self';frame-src 'self';frame-ancestors 'self';object-src 'none';base-uri 'self';form-action 'self'";

/** With a WebSocket for SIP the panel may connect to that origin as well, and only its own pages may use the microphone. */
export function sendSecurityHeaders(app: FastifyInstance, sipWebsocketUrl?: URL): void {
  const connections = ["'self'", ...(sipWebsocketUrl ? [sipWebsocketUrl.origin] : [])];
  const headers = {
    "content-security-policy": `${policy};connect-src ${connections.join(" ")}`,
    ...securityHeaders,
    ...(sipWebsocketUrl ? { "permissions-policy": "microphone=(self)" } : {}),
  };
  app.addHook("onRequest", (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
