import type { FastifyReply } from "fastify";
import type { Texts } from "../../../core/schema/texts.ts";
import { PlatformError } from "../../../core/validation/errors.ts";
import { toErrorBody } from "../../http/errors.ts";

/** Seconds; phones keep the configuration that they have. */
const RETRY_AFTER = 300;

/** Refuses a phone, which reads no JSON. */
export function refuseDevice(
  reply: FastifyReply,
  code: "device_unknown" | "device_refused" | "device_template" | "device_busy" | "firmware_missing",
  texts: Texts,
): FastifyReply {
  const error = new PlatformError(code);
  const { message } = toErrorBody(error, texts);
  if (error.status === 503) reply.header("Retry-After", RETRY_AFTER);
  return reply.code(error.status).type("text/plain; charset=utf-8").send(`${error.status} - ${message}\n`);
}
