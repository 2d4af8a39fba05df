import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance } from "fastify";
import { PlatformError } from "../../core/errors.ts";

/** Rate limit (429) per address and minute, before a body is read. */
export async function limitRequests(app: FastifyInstance, mostPerMinute: number): Promise<void> {
  await app.register(rateLimit, {
    max: mostPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => new PlatformError("rate_limited", { seconds: Math.ceil(ttl / 1000) }),
  });
}
