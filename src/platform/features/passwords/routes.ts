import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WireRecord } from "../../../core/schema/descriptor.ts";
import { isObject } from "../../../core/schema/isObject.ts";
import { textIn } from "../../../core/schema/valueAt.ts";
import { type FieldError, fieldError, PlatformError, validationFailed } from "../../../core/validation/errors.ts";
import { authenticate, basicCredentials } from "../../accounts/credentials.ts";
import { type LoginParts, openLogin } from "../../accounts/login.ts";
import { originOf, renewedTokenHeader } from "../../accounts/loginRoutes.ts";
import { setPassword } from "../../accounts/setPassword.ts";
import { requireBody } from "../../http/body.ts";
import { limitRequests } from "../../http/requestLimits.ts";
import { toActor } from "../../records/actor.ts";
import type { PlatformContext } from "../../records/context.ts";
import type { Row } from "../../resourceHooks.ts";
import { assertMayReset, consumeResetToken, ownerOfResetToken, sendResetLink } from "./passwordReset.ts";

/** Requests per address and minute: plenty for a person, too few to guess or to flood mailboxes. */
const MAX_REQUESTS_PER_MINUTE = 20;

/** The fields that identify each kind of account. */
const identifyingFields: Readonly<Record<string, readonly string[]>> = {
  administrator: ["username"],
  subscriber: ["username", "domain"],
};

/** Ways to set a password that need no rights: by link, or with the current password. */
export async function registerPasswords(
  app: FastifyInstance,
  context: PlatformContext,
  parts: LoginParts,
): Promise<void> {
  await limitRequests(app, MAX_REQUESTS_PER_MINUTE);
  registerReset(app, context);
  registerRecovery(app, context);
  registerChange(app, context, parts);
}

/** Responds to all but managers of the account alike, and looks up the account afterwards: neither response nor timing reveals anything. */
function registerReset(app: FastifyInstance, context: PlatformContext): void {
  const { db, settings, texts, textsFor } = context;
  const sending = new Set<Promise<void>>();
  app.addHook("onClose", async () => void (await Promise.all(sending)));

  app.post("/api/passwordreset/", async (request, reply) => {
    const { type, username } = readReset(bodyOf(request));
    const { ip } = request;
    const asker = await context.actorOf(request).catch(() => undefined);
    if (asker && type === "administrator") await assertMayReset(db, asker, username);
    const baseUrl = settings.publicUrl ?? addressOf(request);
    const { mailer } = settings;
    const requestTexts = await textsFor(request);
    // Subscribers have no portal here, so there is nothing to recover: just respond.
    if (mailer && type === "administrator") {
      reply.raw.once("finish", () => {
        const now = settings.clock();
        const sent = sendResetLink(db, { username, ip, now, asker }, { mailer, texts: requestTexts, baseUrl })
          // The response is sent already; the operator has to know. Such errors contain nothing of the message.
          .catch((error: Error) => app.log.error({ error: error.message }, "mail"))
          .finally(() => sending.delete(sent));
        sending.add(sent);
      });
    }
    return { success: 1, message: texts("passwords.requested") };
  });
}

/** The body of a request for a link; throws 422 for missing fields or an unknown kind of account. */
function readReset(body: WireRecord): { readonly type: string; readonly username: string } {
  const type = textIn(body, "type");
  const names = identifyingFields[type] ?? ["username"];
  const errors: FieldError[] = missing(body, ["type", ...names]);
  if (missing(body, ["type"]).length === 0 && !identifyingFields[type]) {
    errors.push(fieldError("/type", "enum", { allowedValues: Object.keys(identifyingFields) }));
  }
  if (errors.length > 0) throw validationFailed(errors);
  return { type, username: textIn(body, "username").trim() };
}

function registerRecovery(app: FastifyInstance, context: PlatformContext): void {
  const { db, settings, texts, passwordPolicy } = context;
  app.post("/api/passwordrecovery/", async (request) => {
    const body = bodyOf(request);
    const errors = missing(body, ["new_password", "token"]);
    if (errors.length > 0) throw validationFailed(errors);
    const token = textIn(body, "token");
    const admin = await ownerOfResetToken(db, token, { ip: request.ip, now: settings.clock() });
    await context.inTransaction(toActor(admin), async (unit) => {
      await consumeResetToken(unit.db, token);
      await setPassword(unit, admin, textIn(body, "new_password"), passwordPolicy);
    });
    return { success: 1, message: texts("passwords.recovered") };
  });
}

function registerChange(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  app.post("/api/passwordchange/", { config: { offered: "always" } }, async (request, reply) => {
    const proved = await ownerByPassword(request, parts);
    const actor = proved ? toActor(proved) : await context.actorOf(request);
    const body = bodyOf(request);
    const errors = missing(body, ["new_password"]);
    if (errors.length > 0) throw validationFailed(errors);
    await context.inTransaction(actor, (unit) =>
      setPassword(unit, actor.admin, textIn(body, "new_password"), context.passwordPolicy),
    );
    // Nobody should have to authenticate twice in a row, as a one-time password works once.
    if (proved) reply.header(renewedTokenHeader, (await openLogin(parts, proved, originOf(request))).jwt);
    return reply.code(204).send();
  });
}

/** The account by name and password, since an expired password allows nothing else; undefined without them. */
async function ownerByPassword(request: FastifyRequest, parts: LoginParts): Promise<Row<"admins"> | undefined> {
  const credentials = basicCredentials(request);
  return credentials && authenticate(parts, credentials, request.ip, parts.steps);
}

function bodyOf(request: FastifyRequest): WireRecord {
  const body = requireBody(request);
  if (!isObject(body)) throw new PlatformError("bad_request");
  return body;
}

function missing(body: WireRecord, names: readonly string[]): FieldError[] {
  const isMissing = (name: string) => typeof body[name] !== "string" || textIn(body, name).trim() === "";
  return names.filter(isMissing).map((name) => fieldError(`/${name}`, "required"));
}

/**
 * The address that received the request. Not its Host header: a request of a link for somebody else could make it
 * point to their own site.
 */
function addressOf({ socket }: FastifyRequest): string {
  const { localAddress = "127.0.0.1", localPort = 80 } = socket;
  const host = localAddress.replace(/^::ffff:/, "");
  return `http://${host.includes(":") ? `[${host}]` : host}:${localPort}`;
}
