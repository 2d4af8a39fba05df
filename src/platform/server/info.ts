import type { FastifyInstance } from "fastify";
import { extensions } from "../../core/api/extensions.ts";
import type { WireRecord } from "../../core/schema/descriptor.ts";
import { notFound } from "../../core/validation/errors.ts";
import { collectionPath, JSON_TYPE, toCollection, toItem } from "../http/hal.ts";
import { type ItemRequest, pagingOf, parseId, queryOf } from "../http/query.ts";
import { openApiDocument } from "../records/apiDocs/openApi.ts";
import type { PlatformContext } from "../records/context.ts";
import type { Actor } from "../resourceHooks.ts";
import { refuseWrites } from "./journal.ts";

/** Public endpoints: the platform's own description. */
export function registerPublicInfo(app: FastifyInstance, context: PlatformContext): void {
  let document: string | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(openApiDocument());
    return reply.type(JSON_TYPE).send(document);
  });

  for (const url of ["/api/platforminfo", "/api/platforminfo/"]) {
    app.get(url, async (request, reply) => {
      const isAnonymous = request.headers.authorization === undefined;
      const actor = isAnonymous ? undefined : await context.actorOf(request);
      return reply.type(JSON_TYPE).send(JSON.stringify(platformInfo(context, actor)));
    });
    refuseWrites(app, url);
  }
}

export function registerInfo(app: FastifyInstance, context: PlatformContext): void {
  const path = collectionPath("capabilities");
  const all = Object.entries(context.settings.capabilities).map(
    ([name, enabled], index): WireRecord => ({ id: index + 1, name, enabled }),
  );

  app.get(path, async (request) => {
    const query = queryOf(request);
    const { page, rows } = pagingOf(query, context.settings.maxRows);
    const name = query.get("name");
    const matches = name === undefined ? all : all.filter((capability) => capability.name === name);
    const records = matches.slice((page - 1) * rows, page * rows);
    const hasNext = matches.length > page * rows;
    return toCollection("capabilities", path, { page, rows, records, total: matches.length, hasNext }, query);
  });

  app.get(`${path}:id`, async (request: ItemRequest) => {
    const id = parseId(request.params.id);
    const match = all.find((capability) => capability.id === id);
    if (!match) throw notFound("capabilities", request.params.id);
    return toItem("capabilities", match, {});
  });
}

/** Licences by which existing clients detect a capability. */
const licenceOfCapability: Readonly<Record<string, string>> = { cloudpbx: "pbx", sms: "sms", faxserver: "fax" };

/** `GET /api/platforminfo`: what a login page needs and, when logged in, what routes and menus depend on. */
function platformInfo(context: PlatformContext, actor?: Actor): object {
  const { settings, passwordPolicy } = context;
  const { identity } = settings;
  const open = {
    type: identity.type,
    maintenance_mode: identity.maintenance,
    security: {
      password: {
        ...passwordPolicy,
        web_max_age_days: settings.passwordAging.maxAgeDays,
        web_keep_last_used: settings.passwordAging.keepLast,
        allow_recovery: true,
        web_validate: true,
        sip_validate: true,
      },
    },
    extensions: [
      ...(settings.hasExtensions ? extensions : []),
      ...(settings.openvpn ? ["openvpn"] : []),
      // No page requires a licence; the list below is for clients that check it.
      ...(identity.licences ? [] : ["unlicensed"]),
    ],
  };
  if (!actor) return open;
  return {
    ...open,
    ngcp_version: identity.version,
    ...identity.flags,
    licenses: identity.licences ?? licencesOfWhatIsThere(context),
    license_meta: { check: "ok" },
  };
}

/** Returns the licences of all served resources and capabilities, for when nothing is licensed. */
function licencesOfWhatIsThere({ settings, plans, computed }: PlatformContext): string[] {
  const { identity, capabilities } = settings;
  const isOn = (switches: Readonly<Record<string, boolean>>, name: string | undefined) =>
    name === undefined || switches[name] === true;
  const served = [...plans.values(), ...computed.values()].flatMap(({ descriptor: { needs } }) =>
    isOn(identity.flags, needs?.flag) && isOn(capabilities, needs?.capability) ? (needs?.licence ?? []) : [],
  );
  const capable = Object.entries(licenceOfCapability).flatMap(([capability, licence]) =>
    isOn(capabilities, capability) ? licence : [],
  );
  return [...new Set([...served, ...capable])].toSorted();
}
