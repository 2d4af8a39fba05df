import type { FastifyInstance, FastifyRequest } from "fastify";
import { isObject } from "../../core/schema/isObject.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { authenticate, basicCredentials, type Credentials } from "../accounts/credentials.ts";
import type { LoginParts } from "../accounts/login.ts";
import { assertMayResetFactor } from "../accounts/managing.ts";
import { consumeCode, isRegistrationPending, registrationUri } from "../accounts/secondFactor.ts";
import { requireBody } from "../http/body.ts";
import { parseId, queryOf } from "../http/query.ts";
import { loadAdmin } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";
import { planOf } from "../records/plan/resourcePlan.ts";
import { findVisible } from "../records/query/selectRows.ts";
import type { Row } from "../resourceHooks.ts";
import { resetSecondFactor } from "../resources/admins.ts";

const path = "/api/otpsecret/";

/**
 * `/api/otpsecret/`: GET returns one's own secret during registration, as a QR code or (`Accept: text/plain`) as text;
 * POST `{code}` completes it; DELETE `?admin_id=` resets an administrator's second factor.
 */
export function registerOtpSecret(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  app.get(path, async (request, reply) => {
    const admin = await registering(context, parts, request);
    reply.header("Cache-Control", "no-store");
    if (request.headers.accept?.startsWith("text/plain")) {
      return reply.type("text/plain; charset=utf-8").send(String(admin.otp_secret));
    }
    const { toBuffer } = await import("qrcode");
    return reply.type("image/png").send(await toBuffer(await registrationUri(admin), { scale: 6, margin: 3 }));
  });

  app.post(path, async (request, reply) => {
    const actor = await context.actorOf(request);
    if (actor.admin.read_only) throw new PlatformError("read_only");
    const body = requireBody(request);
    const code = isObject(body) ? body.code : undefined;
    await context.inTransaction(actor, async (unit) => {
      assertPending(await loadAdmin(unit.db, { id: actor.adminId }));
      await consumeCode(unit, actor.adminId, code);
    });
    return reply.code(204).send();
  });

  app.delete(path, async (request, reply) => {
    const actor = await context.actorOf(request);
    if (actor.admin.read_only) throw new PlatformError("read_only");
    const id = parseId(queryOf(request).get("admin_id") ?? "");
    if (id === undefined) throw new PlatformError("invalid_id", { id: queryOf(request).get("admin_id") ?? "" });
    await context.inTransaction(actor, async (unit) => {
      const admin = await findVisible(unit, planOf(context.plans, "admins"), id, { lock: "noKeyUpdate" });
      assertMayResetFactor(actor, admin);
      await resetSecondFactor(unit, admin);
    });
    return reply.code(204).send();
  });
}

/** The caller, by token or by name and password; one's own pending registration only. */
async function registering(
  context: PlatformContext,
  parts: LoginParts,
  request: FastifyRequest,
): Promise<Row<"admins">> {
  const credentials = basicCredentials(request);
  if (credentials) return byPassword(parts, credentials, request.ip);
  const { adminId } = await context.actorOf(request);
  const admin = await loadAdmin(parts.db, { id: adminId });
  assertPending(admin);
  return admin;
}

async function byPassword(parts: LoginParts, credentials: Credentials, ip: string): Promise<Row<"admins">> {
  try {
    // A login step, so that a right password alone never resets the guard's count of wrong codes.
    return await authenticate(parts, credentials, ip, [async (admin) => assertPending(admin)]);
  } catch (error) {
    if (error instanceof PlatformError && error.code === "wrong_credentials") throw new PlatformError("not_logged_in");
    throw error;
  }
}

function assertPending(admin: Row<"admins"> | undefined): asserts admin is Row<"admins"> {
  if (!admin || !isRegistrationPending(admin)) throw new PlatformError("otp_not_pending");
}
