import rateLimit, { type FastifyRateLimitStoreCtor } from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";

/** Rate limit (429) per address and minute, before a body is read; counted in this process unless a store is given. */
export async function limitRequests(
  app: FastifyInstance,
  maxPerMinute: number,
  store?: FastifyRateLimitStoreCtor,
): Promise<void> {
  await app.register(rateLimit, {
    ...(store ? { store } : {}),
    max: maxPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => new PlatformError("rate_limited", { seconds: Math.ceil(ttl / 1000) }),
  });
}
