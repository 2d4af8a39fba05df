import type { FastifyReply } from "fastify";
import { PlatformError } from "../../core/validation/errors.ts";

/** Aborted when the client closes the connection before it has its answer. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const isLeaving = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) isLeaving.abort(new PlatformError("stopped"));
  });
  return isLeaving.signal;
}
