import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isObject } from "../../core/schema/isObject.ts";
import type { ErrorCode } from "../../core/validation/errorCatalogue.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { bodyOf } from "../http/body.ts";
import { loadAdmin } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { basicCredentials } from "./credentials.ts";
import { journalLogin } from "./journalLogin.ts";
import { type LoginParts, logIn, openLogin } from "./login.ts";
import { consumeRenewal, endSession, type Origin } from "./sessions.ts";

/** Texts prescribed by the wire, for existing clients: no sentences for people. */
const wireTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  wrong_credentials: "User not found",
  login_token_invalid: "Forbidden!",
};

/** Response header with a new token, when the request has ended the session of the old one. */
export const renewedTokenHeader = "x-renewed-token";

/** `POST /login_jwt` and `GET /ajax_logout`, both at the panel's root. */
export function registerLogin(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  const config = { contentTypes: ["application/json", "application/x-www-form-urlencoded"] };

  app.post("/login_jwt", { config }, async (request, reply) => {
    const requestBody = bodyOf(request);
    const body = isObject(requestBody) ? requestBody : {};
    try {
      return await logIn(parts, body, originOf(request));
    } catch (error) {
      const text = error instanceof PlatformError ? wireTexts[error.code] : undefined;
      if (!(error instanceof PlatformError) || text === undefined) throw error;
      const { status, key, params } = error;
      return reply.code(status).send({ code: status, message: text, key, params });
    }
  });

  // Logging out never fails: clients forget their token before they read the response.
  app.get("/ajax_logout", async (request) => {
    const actor = await context.actorOf(request).catch(() => undefined);
    if (actor?.sessionId != null) {
      await endSession(parts.db, actor.sessionId);
      await journalLogin(parts.db, { operation: "logout", adminId: actor.adminId, by: "session", ip: request.ip });
      context.forgetActors();
    }
    return {};
  });
}

/** Issues a new session with the response when callers ended their own by changing their account. */
export function renewSessions(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  const renew = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const actor = await context.actorOf(request).catch(() => undefined);
    // A certificate needs no session.
    if (!actor || actor.sessionId === null || !consumeRenewal(actor)) return;
    const admin = await loadAdmin(parts.db, { id: actor.adminId });
    // Not for an account that has just been disabled.
    if (admin?.is_active) reply.header(renewedTokenHeader, (await openLogin(parts, admin, originOf(request))).jwt);
  };
  app.addHook("onSend", (request, reply, payload, done) => {
    // Clients that authenticate each request have no session to renew.
    if (request.method === "GET" || reply.statusCode >= 300 || basicCredentials(request)) done(null, payload);
    else renew(request, reply).then(() => done(null, payload), done);
  });
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { ip, userAgent: headers["user-agent"] ?? "" };
}
