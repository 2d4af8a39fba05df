import type { FastifyInstance } from "fastify";
import { can, deriveRole } from "../../core/access/access.ts";
import type { ResourceDescriptor } from "../../core/schema/descriptor.ts";
import { setsAdminOnly } from "../../core/telephony/preferences.ts";
import { PlatformError } from "../../core/validation/errors.ts";
import { collectionPath, itemPath } from "../http/hal.ts";
import { readGrant } from "../records/actor.ts";
import { type PlatformContext, servedDescriptors } from "../records/context.ts";
import type { AllowedMethods } from "./options.ts";

const path = collectionPath("metaconfigdefs");

/** An account of each role on the wire, with all flags. */
const roles = {
  admin: { role: "admin", is_superuser: true },
  reseller: { role: "reseller" },
  ccareadmin: { role: "ccareadmin" },
  ccare: { role: "ccare" },
  lintercept: { role: "lintercept" },
} as const;
const flags = { call_data: true, billing_data: true };

/**
 * `GET /api/metaconfigdefs/`: how the platform is set up, and what can be asked of the resources that the caller reads, for
 * clients that adapt to these.
 */
export function registerMetaConfig(app: FastifyInstance, context: PlatformContext, offers: AllowedMethods): void {
  app.get(path, async (request) => {
    const actor = await context.actorOf(request);
    if (!setsAdminOnly(actor.role)) throw new PlatformError("forbidden");
    const { settings } = context;
    const served = servedDescriptors(context);
    const readable = served.filter((descriptor) => readGrant(actor, descriptor) !== "none");
    return {
      _links: { self: { href: path } },
      config: {
        numbermanagement: { auto_sync_cli: 0, auto_allow_cli: 0 },
        security: { password: { web_validate: 1, sip_validate: 1 } },
        features: { ...settings.identity.flags, ...settings.capabilities },
      },
      meta: {
        collections: Object.fromEntries(readable.map((descriptor) => [descriptor.name, describe(descriptor, offers)])),
      },
    };
  });
}

function describe(descriptor: ResourceDescriptor, offers: AllowedMethods) {
  const { name, filters } = descriptor;
  const methodsAt = (url: string) =>
    Object.fromEntries([...(offers.get(url)?.methods ?? [])].toSorted().map((method) => [method, 1]));
  return {
    allowed_methods: methodsAt(collectionPath(name)),
    allowed_methods_item: methodsAt(itemPath(name, ":id")),
    query_params: filters.map((filter) => filter.name),
    allowed_roles: Object.entries(roles)
      .filter(([, account]) => reads(account, descriptor))
      .map(([role]) => role),
  };
}

function reads(account: (typeof roles)[keyof typeof roles], descriptor: ResourceDescriptor): boolean {
  const caller = { role: deriveRole(account), adminId: -1, admin: flags };
  return can(caller, descriptor, "lookup") || can(caller, descriptor, "lookup", { record: { id: caller.adminId } });
}
