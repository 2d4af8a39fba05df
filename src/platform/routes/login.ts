import type { FastifyInstance } from "fastify";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { ErrorCode } from "../../core/errorCatalogue.ts";
import { PlatformError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { type LoginParts, logIn } from "../auth/login.ts";

/** Texts of the wire, which clients of the platform know: no sentences for people. */
const wireTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  wrong_credentials: "User not found",
  login_token_invalid: "Forbidden!",
};

/** `POST /login_jwt` and `GET /ajax_logout`, both at the panel's root. */
export function registerLogin(app: FastifyInstance, parts: LoginParts): void {
  const config = { contentTypes: ["application/json", "application/x-www-form-urlencoded"] };

  app.post("/login_jwt", { config }, async (request, reply) => {
    const body = isObject(request.body as Json) ? (request.body as WireRecord) : {};
    try {
      return await logIn(parts, body, request.ip);
    } catch (error) {
      const text = error instanceof PlatformError ? wireTexts[error.code] : undefined;
      if (!(error instanceof PlatformError) || text === undefined) throw error;
      const { status, key, params } = error;
      return reply.code(status).send({ code: status, message: text, key, params });
    }
  });

  // Tokens need no session here: the client forgets its own, and this is only its farewell.
  app.get("/ajax_logout", async () => ({}));
}
