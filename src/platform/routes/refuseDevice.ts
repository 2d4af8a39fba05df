import type { FastifyReply } from "fastify";
import { PlatformError } from "../../core/errors.ts";
import type { Texts } from "../../core/texts.ts";
import { toErrorBody } from "../http/errors.ts";

/** Refuses a phone, which reads no JSON. */
export function refuseDevice(
  reply: FastifyReply,
  code: "device_unknown" | "device_refused" | "device_template" | "firmware_missing",
  texts: Texts,
): FastifyReply {
  const error = new PlatformError(code);
  const { message } = toErrorBody(error, texts);
  return reply.code(error.status).type("text/plain; charset=utf-8").send(`${error.status} - ${message}\n`);
}
