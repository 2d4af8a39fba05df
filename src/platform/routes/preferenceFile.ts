import type { FastifyReply } from "fastify";
import { notFound } from "../../core/errors.ts";
import { isObject } from "../../core/isObject.ts";
import { attachment } from "../http/disposition.ts";
import type { PreferenceValues } from "../preferences/preferenceRecord.ts";

/** The bytes of a preference that holds a file (`?preference=`); 404 where there are none. */
export function sendPreferenceFile(
  reply: FastifyReply,
  resource: string,
  id: number,
  name: string,
  values: PreferenceValues,
): FastifyReply {
  const file = Object.hasOwn(values, name) ? values[name] : undefined;
  if (!isObject(file) || typeof file.data !== "string")
    throw notFound(resource, `${id}?preference=${name.slice(0, 80)}`);
  return reply
    .type(String(file.content_type))
    .header("Content-Disposition", attachment(`${id}-${name}`))
    .send(Buffer.from(file.data, "base64"));
}
