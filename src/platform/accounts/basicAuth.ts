import type { FastifyRequest } from "fastify";
import type { Credentials } from "./credentials.ts";

/** Name and password of an `Authorization: Basic` header, with the code of `X-OTP`; undefined without one. */
export function basicCredentials({ headers }: Pick<FastifyRequest, "headers">): Credentials | undefined {
  const [scheme, encoded = ""] = (headers.authorization ?? "").split(" ", 2);
  if (scheme?.toLowerCase() !== "basic") return undefined;
  const [username = "", ...password] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  return { username, password: password.join(":"), otp: headers["x-otp"] };
}
