import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Json, WireRecord } from "../../core/descriptor.ts";
import { type FieldError, PlatformError, validationFailed } from "../../core/errors.ts";
import { isObject } from "../../core/prepare.ts";
import { fieldError } from "../../core/validate.ts";
import { toActor } from "../auth/actor.ts";
import { authenticate } from "../auth/credentials.ts";
import { type LoginParts, openLogin } from "../auth/login.ts";
import { ownerOfReset, sendResetLink, useReset } from "../auth/passwordReset.ts";
import { setPassword } from "../auth/setPassword.ts";
import type { PlatformContext } from "../context.ts";
import type { Row } from "../entityHooks.ts";
import { basicCredentials } from "../http/basicAuth.ts";
import { requireBody } from "../http/body.ts";
import { originOf, renewedTokenHeader } from "./login.ts";

/** Requests of one address a minute: plenty for a person, too few to guess or to flood mailboxes with. */
const mostPerMinute = 20;

/** What each kind of account has to be named by. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  administrator: ["username"],
  subscriber: ["username", "domain"],
};

/** Ways to a new password that the account's own rights have no say in: by link, or by the present password. */
export async function registerPasswords(
  app: FastifyInstance,
  context: PlatformContext,
  parts: LoginParts,
): Promise<void> {
  await app.register(rateLimit, {
    max: mostPerMinute,
    timeWindow: 60_000,
    errorResponseBuilder: (_request, { ttl }) => new PlatformError("rate_limited", { seconds: Math.ceil(ttl / 1000) }),
  });
  registerReset(app, context);
  registerRecovery(app, context);
  registerChange(app, context, parts);
}

/** Answers everyone alike, and looks for the account only after that: the answer and its time tell nothing. */
function registerReset(app: FastifyInstance, { db, settings, texts, textsFor }: PlatformContext): void {
  const sending = new Set<Promise<void>>();
  app.addHook("onClose", async () => void (await Promise.all(sending)));

  app.post("/api/passwordreset/", async (request, reply) => {
    const { type, username } = readReset(bodyOf(request));
    const { ip } = request;
    const baseUrl = settings.publicUrl ?? addressOf(request);
    const { mailer } = settings;
    const words = await textsFor(request);
    // There is no portal for subscribers here, so nothing they could recover: they are answered and that is all.
    if (mailer && type === "administrator") {
      reply.raw.once("finish", () => {
        const sent = sendResetLink(db, { username, ip, now: settings.clock() }, { mailer, texts: words, baseUrl })
          // Nobody waits for it any more; the operator has to know. Nothing of the message is in such errors.
          .catch((error: Error) => app.log.error({ error: error.message }, "mail"))
          .finally(() => sending.delete(sent));
        sending.add(sent);
      });
    }
    return { success: 1, message: texts("passwords.requested") };
  });
}

/** The body of a request for a link; throws 422 for what is missing or no such kind of account. */
function readReset(body: WireRecord): { readonly type: string; readonly username: string } {
  const type = String(body.type ?? "");
  const names = namesOf[type] ?? ["username"];
  const errors: FieldError[] = missing(body, ["type", ...names]);
  if (isText(body.type) && !namesOf[type]) {
    errors.push(fieldError("/type", "enum", { allowedValues: Object.keys(namesOf) }));
  }
  if (errors.length > 0) throw validationFailed(errors);
  return { type, username: String(body.username).trim() };
}

function registerRecovery(app: FastifyInstance, context: PlatformContext): void {
  const { db, settings, texts, passwordPolicy } = context;
  app.post("/api/passwordrecovery/", async (request) => {
    const body = bodyOf(request);
    const errors = missing(body, ["new_password", "token"]);
    if (errors.length > 0) throw validationFailed(errors);
    const token = String(body.token);
    const admin = await ownerOfReset(db, token, { ip: request.ip, now: settings.clock() });
    await context.inTransaction(toActor(admin), async (work) => {
      await useReset(work.db, token);
      await setPassword(work, admin, String(body.new_password), passwordPolicy);
    });
    return { success: 1, message: texts("passwords.recovered") };
  });
}

function registerChange(app: FastifyInstance, context: PlatformContext, parts: LoginParts): void {
  app.post("/api/passwordchange/", async (request, reply) => {
    const proved = await ownerByPassword(request, parts);
    const actor = proved ? toActor(proved) : await context.actorOf(request);
    const body = bodyOf(request);
    const errors = missing(body, ["new_password"]);
    if (errors.length > 0) throw validationFailed(errors);
    await context.inTransaction(actor, (work) =>
      setPassword(work, actor.admin, String(body.new_password), context.passwordPolicy),
    );
    // Nobody has to prove twice in a row who it is, the less as a one-time password works once.
    if (proved) reply.header(renewedTokenHeader, (await openLogin(parts, proved, originOf(request))).jwt);
    return reply.code(204).send();
  });
}

/** Who proves by name and password who it is, as an expired password opens nothing else; undefined without those. */
async function ownerByPassword(request: FastifyRequest, parts: LoginParts): Promise<Row | undefined> {
  const credentials = basicCredentials(request);
  return credentials && authenticate(parts, credentials, request.ip, parts.steps);
}

function bodyOf(request: FastifyRequest): WireRecord {
  const body = requireBody(request) as Json;
  if (!isObject(body)) throw new PlatformError("bad_request");
  return body;
}

function missing(body: WireRecord, names: readonly string[]): FieldError[] {
  return names.filter((name) => !isText(body[name])).map((name) => fieldError(`/${name}`, "required"));
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value.trim() !== "";
}

/**
 * Where the request came in. Not what its Host header says: whoever asks for a link in somebody's name could have it
 * lead to a page of their own.
 */
function addressOf({ socket }: FastifyRequest): string {
  const { localAddress = "127.0.0.1", localPort = 80 } = socket;
  const host = localAddress.replace(/^::ffff:/, "");
  return `http://${host.includes(":") ? `[${host}]` : host}:${localPort}`;
}
