import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import type { ErrorCode } from "../../core/errorCatalogue.ts";
import { PlatformError } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { loadAdmin } from "../auth/actor.ts";
import { type LoginParts, logIn, openLogin } from "../auth/login.ts";
import { endSession, type Origin, takeRenewal } from "../auth/sessions.ts";
import type { PlatformContext } from "../context.ts";

/** Texts of the wire, which clients of the platform know: no sentences for people. */
const wireTexts: Readonly<Partial<Record<ErrorCode, string>>> = {
  wrong_credentials: "User not found",
  login_token_invalid: "Forbidden!",
};

/** Header of an answer that brings the caller a new token, because what it did has ended the session of the old one. */
export const renewedTokenHeader = "x-renewed-token";

/** `POST /login_jwt` and `GET /ajax_logout`, both at the panel's root. */
export function registerLogin(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  const config = { contentTypes: ["application/json", "application/x-www-form-urlencoded"] };

  app.post("/login_jwt", { config }, async (request, reply) => {
    const body = isObject(request.body as Json) ? (request.body as WireRecord) : {};
    try {
      return await logIn(parts, body, originOf(request));
    } catch (error) {
      const text = error instanceof PlatformError ? wireTexts[error.code] : undefined;
      if (!(error instanceof PlatformError) || text === undefined) throw error;
      const { status, key, params } = error;
      return reply.code(status).send({ code: status, message: text, key, params });
    }
  });

  // Whoever leaves is never refused: a client has forgotten its token by the time it reads the answer.
  app.get("/ajax_logout", async (request) => {
    const actor = await context.actorOf(request).catch(() => undefined);
    if (actor?.sessionId != null) {
      await endSession(parts.db, actor.sessionId);
      context.forgetActors();
    }
    return {};
  });
}

/** Gives whoever has ended the own session by a change of the own account a new one with the answer. */
export function renewSessions(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  app.addHook("onSend", async (request, reply) => {
    if (request.method === "GET" || reply.statusCode >= 300) return;
    const actor = await context.actorOf(request).catch(() => undefined);
    // A certificate goes on without any session.
    if (!actor || actor.sessionId === null || !takeRenewal(actor)) return;
    const admin = await loadAdmin(parts.db, { id: actor.adminId });
    // Who has just been switched off gets none.
    if (admin?.is_active) reply.header(renewedTokenHeader, (await openLogin(parts, admin, originOf(request))).jwt);
  });
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { ip, userAgent: headers["user-agent"] ?? "" };
}
