import type { FastifyHelmetOptions } from "@fastify/helmet";

/**
 * Headers of everything the gateway itself answers. Scripts come from our own files only: no inline script, no eval.
 * Styles may be inline because the component library writes them at run time. Frames of the older panel are same-origin.
 */
export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", "data:", "blob:"],
      // Sounds come with the token of a request, and are played from what came.
      mediaSrc: ["blob:"],
      fontSrc: ["'self'"],
      connectSrc: ["'self'"],
      frameSrc: ["'self'"],
      frameAncestors: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
    },
  },
  frameguard: { action: "sameorigin" },
  referrerPolicy: { policy: "same-origin" },
  // The gateway speaks HTTP behind whatever terminates TLS, which is where this header belongs.
  strictTransportSecurity: false,
  crossOriginEmbedderPolicy: false,
};
