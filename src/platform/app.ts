import fastify, { type FastifyInstance, type FastifyRequest, LogController } from "fastify";
import { PlatformError } from "../core/errors.ts";
import type { ResourceModule } from "../core/resourceModule.ts";
import { resources as allResources } from "../generated/all.gen.ts";
import { buildLoginGuard } from "./auth/bans.ts";
import { askSecondFactor } from "./auth/secondFactor.ts";
import { buildTokens } from "./auth/tokens.ts";
import { buildContext } from "./buildContext.ts";
import { registerComputed } from "./computed/routes.ts";
import type { PlatformContext } from "./context.ts";
import type { Database } from "./db/engine.ts";
import { readBodies } from "./http/body.ts";
import { answerErrors, sendError } from "./http/errors.ts";
import { registerPreferenceRoutes } from "./preferences/preferenceRoutes.ts";
import { prepareDatabase } from "./prepareDatabase.ts";
import { registerActions } from "./routes/actions.ts";
import { registerApiRoot } from "./routes/apiDocs.ts";
import { registerApplyRewrites } from "./routes/applyRewrites.ts";
import { registerCertificateForm, registerCertificates, registerRevocationList } from "./routes/certificates.ts";
import { registerCollection } from "./routes/collection.ts";
import { registerDashboard } from "./routes/dashboard.ts";
import { registerFiles } from "./routes/files.ts";
import { registerInfo, registerPublicInfo } from "./routes/info.ts";
import { registerItem } from "./routes/item.ts";
import { registerJournal } from "./routes/journal.ts";
import { registerLegacy } from "./routes/legacy.ts";
import { registerLogin, renewSessions } from "./routes/login.ts";
import { registerOpenvpn } from "./routes/openvpn.ts";
import { registerOptions } from "./routes/options.ts";
import { registerOtherSessions } from "./routes/otherSessions.ts";
import { registerOtpSecret } from "./routes/otpSecret.ts";
import { registerPasswords } from "./routes/passwords.ts";
import { registerSearch } from "./routes/search.ts";
import { defaultSettings, type PlatformSettings } from "./settings.ts";

export interface PlatformParts {
  readonly database: Pick<Database, "kysely">;
  /** Served resources; all by default. */
  readonly resources?: Readonly<Record<string, ResourceModule>>;
  readonly settings?: Partial<PlatformSettings>;
  /** Adds to the application before any route of the platform is known, so that its hooks hold for all. */
  readonly extend?: (app: FastifyInstance, actorOf: PlatformContext["actorOf"]) => Promise<void>;
}

/**
 * The platform as an application that does not listen yet. The database is brought to this version's tables; it
 * stays the caller's to close.
 */
export async function buildPlatform({
  database,
  resources,
  settings: given,
  extend,
}: PlatformParts): Promise<FastifyInstance> {
  const policy = given?.banPolicy ?? defaultSettings.banPolicy;
  const settings = { ...defaultSettings, loginGuard: buildLoginGuard(database.kysely, policy), ...given };
  await prepareDatabase(database.kysely);
  const tokens = buildTokens(database.kysely);
  const context = buildContext({ database, resources: resources ?? allResources, settings, tokens });
  const app: FastifyInstance = fastify({
    logger: settings.logLevel === "silent" ? false : { level: settings.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: [...settings.trustedProxies],
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (_error, _request, reply) => sendError(reply, new PlatformError("unknown_path"), context.texts),
  });
  const loginParts = { db: database.kysely, tokens, settings, steps: [askSecondFactor(context)] };
  // First, so that whoever keeps tokens elsewhere finds the new one on the answer.
  renewSessions(app, context, loginParts);
  await extend?.(app, context.actorOf);
  readBodies(app, settings.bodyLimit);
  answerErrors(app, context.texts);
  registerLogin(app, context, loginParts);
  registerOtpSecret(app, context, loginParts);
  registerPublicInfo(app, context);
  registerRevocationList(app, context);
  registerCertificateForm(app, context);
  app.register((scope) => registerPasswords(scope, context, loginParts));
  app.register(async (scope) => registerLegacy(scope, context));
  app.register(async (scope) => registerApi(scope, context));
  await app.ready();
  return app;
}

/** Everything below `/api/` that needs a login. */
function registerApi(app: FastifyInstance, context: PlatformContext): void {
  app.addHook("onRequest", async (request) => {
    // Before the body is read: who may not write need not have sent it.
    context.assertPasswordFresh(await context.actorOf(request));
    if (request.headers.link !== undefined) throw new PlatformError("link_header");
  });
  app.addHook("preSerialization", (request, reply, payload, done) => {
    reply.type(contentTypeFor(request));
    done(null, payload);
  });
  registerApiRoot(app, context);
  registerInfo(app, context);
  registerSearch(app, context);
  registerDashboard(app, context);
  for (const plan of context.plans.values()) {
    registerCollection(app, context, plan);
    registerItem(app, context, plan);
    registerJournal(app, context, plan);
    registerActions(app, context, plan);
    registerOptions(app, context, plan);
    registerFiles(app, context, plan);
  }
  for (const plan of context.computed.values()) {
    registerComputed(app, context, plan);
    registerOptions(app, context, plan);
  }
  registerApplyRewrites(app, context);
  registerOtherSessions(app, context);
  registerOpenvpn(app, context);
  registerPreferenceRoutes(app, context);
  registerCertificates(app, context);
}

/** HAL, unless plain JSON is all the client takes. */
function contentTypeFor({ headers }: FastifyRequest): string {
  return headers.accept === "application/json"
    ? "application/json; charset=utf-8"
    : 'application/hal+json; profile="/api/"; charset=utf-8';
}
