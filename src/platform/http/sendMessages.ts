import { PassThrough } from "node:stream";
import type { FastifyReply } from "fastify";
import { messageType } from "../../core/api/csvReport.ts";
import type { Texts } from "../../core/schema/texts.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { toErrorBody, toPlatformError } from "./errors.ts";

/** Sends the progress of work while it runs, one JSON object a line, and what it ended with last. */
export function sendMessages<Progress>(
  { texts }: { readonly texts: Texts },
  reply: FastifyReply,
  run: (onProgress: (progress: Progress) => void) => Promise<unknown>,
): FastifyReply {
  const { request } = reply;
  const stream = new PassThrough();
  const say = (message: object) => void stream.write(`${JSON.stringify(message)}\n`);
  run((progress) => say({ progress }))
    .then(
      (report) => say({ report }),
      (error: Error) => say({ error: toErrorBody(toPlatformError(error, request), texts, request) }),
    )
    .finally(() => stream.end());
  return reply.type(messageType).header("Cache-Control", "no-store").send(stream);
}

/** Aborted when the client closes the connection before it has its answer. */
export function abortOnDisconnect({ raw }: FastifyReply): AbortSignal {
  const isLeaving = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) isLeaving.abort(new PlatformError("stopped"));
  });
  return isLeaving.signal;
}
