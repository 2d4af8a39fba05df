import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import type { ResourceModule } from "../core/schema/resourceModule.ts";
import { PlatformError } from "../core/validation/errors.ts";
import { resources as allResources } from "../generated/all.gen.ts";
import { buildLoginGuard } from "./accounts/bans.ts";
import {
  registerCertificateForm,
  registerCertificates,
  registerRevocationList,
} from "./accounts/certificates/routes.ts";
import { registerLogin, renewSessions } from "./accounts/loginRoutes.ts";
import { registerAuthTokens } from "./accounts/loginTokens.ts";
import { requireSecondFactor } from "./accounts/secondFactor.ts";
import { buildTokens, registerOtherSessions } from "./accounts/sessions.ts";
import type { Replicas } from "./db/replicas.ts";
import { registerAskers } from "./evaluation/asker.ts";
import { registerCallPrice } from "./features/billing/callPriceRoutes.ts";
import { registerCustomerZoneCosts } from "./features/billing/zoneCostRoutes.ts";
import { type JobRunner, runJobs } from "./features/bulkJobs/jobRunner.ts";
import { registerBulkJobs } from "./features/bulkJobs/routes.ts";
import { registerCallSimulation } from "./features/callSimulation/routes.ts";
import { registerSipCaptures } from "./features/captures/routes.ts";
import { registerOverview } from "./features/dashboard/overview.ts";
import { registerDashboard } from "./features/dashboard/routes.ts";
import { makeMonthlyInvoices } from "./features/invoices/monthlyInvoices.ts";
import { registerInvoices } from "./features/invoices/routes.ts";
import { registerMailTemplates } from "./features/mailTemplates/routes.ts";
import { registerPasswords } from "./features/passwords/routes.ts";
import { registerReadyModels } from "./features/provisioning/catalogue/routes.ts";
import { registerConfigPreview } from "./features/provisioning/configPreviewRoutes.ts";
import { registerFirmwareRoutes } from "./features/provisioning/firmwareRoutes.ts";
import { callRedirects } from "./features/provisioning/redirect/redirects.ts";
import { registerProvisioning } from "./features/provisioning/routes.ts";
import { registerProvisioningTemplates } from "./features/provisioning/templateRoutes.ts";
import { runRetention } from "./features/retention/monthlyRound.ts";
import { registerApplyRewrites } from "./features/rewriting/routes.ts";
import { admitBody, readBodies } from "./http/body.ts";
import { registerErrorHandler } from "./http/errors.ts";
import { HAL_TYPE, JSON_TYPE, linkHeader } from "./http/hal.ts";
import { logOptions, logRequests } from "./http/logging.ts";
import { isReadMethod } from "./http/query.ts";
import { limitRequests, limitStatements } from "./http/requestLimits.ts";
import { rewriteIncoming, routerOptions, serverOptions } from "./http/requestNormalization.ts";
import { answerWithoutExtensions, withoutExtensions } from "./http/withoutExtensions.ts";
import { type PlatformContext, refreshAllStale } from "./records/context.ts";
import { deleteExpired } from "./records/files/uploadStore.ts";
import { sealJournal } from "./records/journal/chain.ts";
import { registerSearch } from "./records/search/searchRecords.ts";
import { joinNodes, runOnLeader, soleNode } from "./runtime/nodes/node.ts";
import { createSharedRateLimitStore } from "./runtime/nodes/sharedRateLimits.ts";
import { type TaskName, withRunRecord } from "./runtime/scheduledTasks/withRunRecord.ts";
import { defaultSettings, type PlatformSettings } from "./runtime/settings.ts";
import { prepareDatabase } from "./seed/prepareDatabase.ts";
import { registerActions } from "./server/actions.ts";
import { registerActivePreferences } from "./server/activePreferences.ts";
import { registerApiRoot } from "./server/apiDocs.ts";
import { buildContext } from "./server/buildContext.ts";
import { registerCollection, registerComposite } from "./server/collection.ts";
import { registerComputed } from "./server/computed.ts";
import { registerFiles } from "./server/files.ts";
import { registerHistory } from "./server/history.ts";
import { registerInfo, registerPublicInfo } from "./server/info.ts";
import { registerItem } from "./server/item.ts";
import { headerRelationsOf } from "./server/itemLinks.ts";
import { registerJournal } from "./server/journal.ts";
import { registerLegacy } from "./server/legacy.ts";
import { registerMetaConfig } from "./server/metaConfig.ts";
import { registerNested } from "./server/nested.ts";
import { registerOpenvpn } from "./server/openvpn.ts";
import { type AllowedMethods, collectAllowedMethods, registerOptions } from "./server/options.ts";
import { registerOtpSecret } from "./server/otpSecret.ts";
import { registerPreferenceRoutes } from "./server/preferences.ts";
import { registerSystem, type WatchedDatabase } from "./server/readSystem.ts";
import { registerUploads } from "./server/uploads.ts";
import { registerUserInfo } from "./server/userInfo.ts";
import { registerVoucherCodes } from "./server/voucherCodes.ts";

export interface PlatformParts {
  readonly database: WatchedDatabase;
  /** Copies of the database, which lists, searches, dashboards and exports are read from. */
  readonly replicas?: Replicas | undefined;
  /** Served resources; all by default. */
  readonly resources?: Readonly<Record<string, ResourceModule>> | undefined;
  readonly settings?: Partial<PlatformSettings>;
  /** Extends the application before any platform route is registered, so that its hooks apply to all. */
  readonly extend?: (
    app: FastifyInstance,
    context: Pick<PlatformContext, "actorOf" | "inTransaction" | "plans" | "progressOf" | "readAs">,
  ) => Promise<void>;
}

/** Milliseconds after which a limit of requests holds on all nodes. */
const COUNTS_EVERY_MS = 500;

/**
 * The platform as an application that does not listen yet. Migrates the database to this version; the caller closes it.
 */
export async function buildPlatform({
  database,
  replicas,
  resources,
  settings: overrides,
  extend,
}: PlatformParts): Promise<FastifyInstance> {
  const policy = overrides?.banPolicy ?? defaultSettings.banPolicy;
  const settings = { ...defaultSettings, loginGuard: buildLoginGuard(database.kysely, policy), ...overrides };
  await prepareDatabase(database.kysely);
  const tokens = buildTokens(database.kysely);
  const context = buildContext({ database, replicas, resources: resources ?? allResources, settings, tokens });
  const app: FastifyInstance = fastify({
    ...logOptions(settings.logLevel, settings.logTo),
    trustProxy: [...settings.trustedProxies],
    routerOptions,
    rewriteUrl: settings.hasExtensions
      ? rewriteIncoming
      : (request) => {
          const url = rewriteIncoming(request);
          return withoutExtensions(request.method ?? "GET", url);
        },
    ...serverOptions(settings.requestTimeout),
  });
  logRequests(app);
  limitStatements(app, settings.timeLimits);
  registerAskers(app);
  const { beatEvery } = settings;
  const node = beatEvery === null ? soleNode() : joinNodes(app, context.db, beatEvery);
  const counts = (scope: string) =>
    beatEvery === null ? undefined : createSharedRateLimitStore(app, context.db, { scope, everyMs: COUNTS_EVERY_MS });
  const [loginCounts, deviceCounts] = [counts("login"), counts("device")];
  const loginParts = { db: database.kysely, tokens, settings, steps: [requireSecondFactor(context)] };
  const offers = collectAllowedMethods(app);
  setCommonHeaders(app);
  if (!settings.hasExtensions) answerWithoutExtensions(app);
  // First, so that hooks that store tokens elsewhere find the new one in the response.
  renewSessions(app, context, loginParts);
  await extend?.(app, context);
  readBodies(app, settings.bodyLimit);
  registerErrorHandler(app, context.texts);
  app.register(async (scope) => {
    await limitRequests(scope, settings.publicRequests, loginCounts);
    registerLogin(scope, context, loginParts);
  });
  registerOtpSecret(app, context, loginParts);
  registerPublicInfo(app, context);
  registerRevocationList(app, context);
  registerCertificateForm(app, context);
  app.register((scope) => registerPasswords(scope, context, loginParts));
  if (context.plans.has("pbxdevices")) {
    app.register(async (scope) => {
      await limitRequests(scope, settings.publicRequests, deviceCounts);
      registerProvisioning(scope, context);
      registerFirmwareRoutes(scope, context);
    });
  }
  app.register(async (scope) => registerLegacy(scope, context));
  const jobs = runJobs(app, context, node, settings.jobsEvery);
  app.register(async (scope) => registerApi(scope, context, { offers, jobs, database }));
  const task = (name: TaskName, everyMs: number | null, run: Parameters<typeof withRunRecord>[2]) =>
    runOnLeader(app, node, everyMs, withRunRecord(context, name, run));
  task("balances", settings.keepUpEvery, (isStopped) => refreshAllStale(context, isStopped));
  task("uploads", settings.keepUpEvery, () => deleteExpired(context.db, settings.clock()));
  if (settings.devices.redirects) {
    task("redirects", settings.keepUpEvery, (isStopped) => callRedirects(context, isStopped));
  }
  task("journal", settings.sealJournalEvery, (isStopped) => sealJournal(context.db, isStopped));
  task("invoices", settings.invoicesEvery, (isStopped) => makeMonthlyInvoices(context, isStopped));
  task("months", settings.monthsEvery, (isStopped) => runRetention(context, isStopped));
  // Last: lists everything registered before.
  app.register(async (scope) => registerOptions(scope, context, offers));
  await app.ready();
  return app;
}

/**
 * Records and tokens must not be cached; what may be cached, such as the panel's files, sets its own header. JSON has no
 * charset (RFC 8259): the framework adds one.
 */
function setCommonHeaders(app: FastifyInstance): void {
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (reply.getHeader("content-type") === `${JSON_TYPE}; charset=utf-8`) reply.header("content-type", JSON_TYPE);
    if (!reply.hasHeader("cache-control") && !reply.raw.hasHeader("cache-control")) {
      reply.header("cache-control", "no-store");
    }
    done(null, payload);
  });
}

interface ApiParts {
  readonly offers: AllowedMethods;
  readonly jobs: JobRunner;
  readonly database: WatchedDatabase;
}

/** Everything below `/api/` that needs a login. */
function registerApi(app: FastifyInstance, context: PlatformContext, { offers, jobs, database }: ApiParts): void {
  app.addHook("onRequest", async (request) => {
    // Before the body is parsed: callers without the right to write need not have sent it.
    context.assertPasswordFresh(await context.actorOf(request));
    // A collection's address, for which the router takes that of a record without an id.
    if (Object.values(request.params ?? {}).includes("")) throw new PlatformError("unknown_path");
    admitBody(request);
    if (request.headers.link !== undefined && !isReadMethod(request.method)) throw new PlatformError("link_header");
  });
  app.addHook("preSerialization", (request, reply, payload, done) => {
    reply.type(contentTypeFor(request));
    const link = linkHeader(payload, headerRelationsOf(request));
    if (link) reply.header("Link", link);
    done(null, payload);
  });
  registerApiRoot(app, context);
  registerInfo(app, context);
  registerSearch(app, context);
  registerDashboard(app, context);
  registerHistory(app, context);
  registerOverview(app, context);
  registerBulkJobs(app, context, jobs);
  registerSystem(app, context, database);
  for (const plan of context.plans.values()) {
    registerCollection(app, context, plan);
    registerComposite(app, context, plan);
    registerItem(app, context, plan);
    if (plan.descriptor.parent?.nested) registerNested(app, context, plan);
    registerJournal(app, context, plan);
    registerActions(app, context, plan);
    registerFiles(app, context, plan);
  }
  for (const plan of context.computed.values()) {
    registerComputed(app, context, plan);
  }
  if (context.plans.has("invoices")) registerInvoices(app, context);
  if (context.plans.has("voucherbatches")) registerVoucherCodes(app, context);
  if (context.computed.has("callflows")) registerSipCaptures(app, context);
  registerApplyRewrites(app, context);
  registerCallPrice(app, context);
  registerCallSimulation(app, context);
  registerMailTemplates(app, context);
  if (context.plans.has("pbxdeviceconfigs")) registerConfigPreview(app, context);
  if (context.plans.has("pbxdevicemodels")) registerReadyModels(app, context);
  if (context.plans.has("provisioningtemplates")) registerProvisioningTemplates(app, context);
  registerCustomerZoneCosts(app, context);
  registerOtherSessions(app, context);
  registerOpenvpn(app, context);
  registerPreferenceRoutes(app, context);
  registerActivePreferences(app, context);
  registerMetaConfig(app, context, offers);
  registerUserInfo(app, context);
  registerAuthTokens(app, context);
  registerCertificates(app, context);
  registerUploads(app, context);
}

/** HAL, unless the client accepts plain JSON only. */
function contentTypeFor({ headers }: FastifyRequest): string {
  return headers.accept === "application/json" ? JSON_TYPE : HAL_TYPE;
}
