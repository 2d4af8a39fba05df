import type { FastifyInstance } from "fastify";
import findMyWay from "find-my-way";
import { can } from "../../core/access/access.ts";
import { findDeclared } from "../../core/api/declaredParameters.ts";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { preferenceKinds } from "../../core/telephony/preferenceKind.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { memoize } from "../../core/values/memoize.ts";
import { acceptPostOf, collectionPath, relationOf } from "../http/hal.ts";
import { isReadMethod } from "../http/query.ts";
import { routerOptions } from "../http/requestNormalization.ts";
import { readGrant } from "../records/actor.ts";
import type { PlatformContext } from "../records/context.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** OPTIONS never lists methods that always refuse, and always those that read-only accounts may use too. */
    offered?: "never" | "always";
  }
}

interface Offer {
  readonly methods: Set<string>;
  /** The methods that read-only accounts may use. */
  readonly readOnly: Set<string>;
  takesCsv: boolean;
}

/** The methods that each path below `/api/` allows. */
export type AllowedMethods = ReadonlyMap<string, Offer>;

const order = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** Collects the methods of paths below `/api/`; call it before any route is registered. */
export function collectAllowedMethods(app: FastifyInstance): AllowedMethods {
  const offers = new Map<string, Offer>();
  app.addHook("onRoute", ({ url, method, config }) => {
    if (!url.startsWith("/api/") || config?.offered === "never") return;
    const offer = offers.get(url) ?? { methods: new Set(), readOnly: new Set(), takesCsv: false };
    offers.set(url, offer);
    for (const verb of [method].flat()) {
      offer.methods.add(verb);
      if (isReadMethod(verb) || config?.offered === "always") offer.readOnly.add(verb);
    }
    if (config?.takesCsv) offer.takesCsv = true;
  });
  return offers;
}

/** OPTIONS of every path: its methods, and those for read-only callers; 403 where a role may neither read nor create. */
export function registerOptions(app: FastifyInstance, context: PlatformContext, offers: AllowedMethods): void {
  // One route: one for each of a thousand paths would be a quarter of a start.
  app.options("/api/*", { config: { offered: "never" } }, async (request, reply) => {
    const offer = offerAt(offers)(request.url);
    if (!offer) return reply.callNotFound();
    const actor = await context.actorOf(request);
    const { admin } = actor;
    // `/api/<name>/`, and the id of an item.
    const [, , name = "", id] = request.url.split(/[/?]/);
    const descriptor = descriptorBehind(context, name);
    if (descriptor && readGrant(actor, descriptor) === "none" && !can(actor, descriptor, "create")) {
      throw new PlatformError("forbidden");
    }
    // Files of records have no list.
    const hasMethods = id !== "" || offers.has(collectionPath(name));
    const offered = admin.read_only ? offer.readOnly : offer.methods;
    const allowedMethods = hasMethods ? offered : new Set<string>();
    const allowed = [...order.filter((method) => allowedMethods.has(method)), "OPTIONS"];
    reply.header("Allow", allowed.join(", "));
    if (name === "") reply.header("Link", collectionLinks(offers, context.settings));
    if (id === "") reply.header("Accept-Post", `${acceptPostOf(name)}${offer.takesCsv ? ", text/csv" : ""}`);
    if (allowedMethods.has("PATCH")) reply.header("Accept-Patch", "application/json-patch+json");
    return { methods: allowed };
  });
}

/** Links to all collections, by which clients know what there is. */
function collectionLinks(offers: AllowedMethods, { hasExtensions }: PlatformContext["settings"]): string {
  const names = [...offers.keys()].flatMap((path) => /^\/api\/([a-z]+)\/$/.exec(path)?.[1] ?? []);
  const offered = hasExtensions ? names : names.filter(findDeclared);
  return offered.map((name) => `<${collectionPath(name)}>; rel="collection ${relationOf(name)}"`).join(", ");
}

/** The resource whose rights decide on a path: that of the records themselves, or of the owners of preferences or files. */
function descriptorBehind({ plans, computed }: PlatformContext, name: string): ResourceDescriptor | undefined {
  const plan = plans.get(name) ?? computed.get(name);
  if (plan) return plan.descriptor;
  const kind = /^(\w+)preference(?:s|defs)$/.exec(name)?.[1];
  const owner = preferenceKinds.find((one) => one.kind === kind)?.owner.resource;
  if (owner !== undefined) return plans.get(owner)?.descriptor;
  const withFile = [...plans.values()].find(({ descriptor: { fields } }) =>
    fields.some(({ file }) => file?.download === name),
  );
  return withFile?.descriptor;
}

/** Finds the offer of a URL; the paths are sorted in when the first is asked for. */
const offerAt = memoize((offers: AllowedMethods) => {
  const router = findMyWay(routerOptions);
  for (const [path, offer] of offers) router.on("OPTIONS", path, () => {}, offer);
  return (url: string): Offer | undefined => router.find("OPTIONS", url)?.store;
});
