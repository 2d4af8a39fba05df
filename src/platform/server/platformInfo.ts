import { extensions } from "../../core/api/extensions.ts";
import type { PlatformContext } from "../records/context.ts";
import type { Actor } from "../resourceHooks.ts";

/** Licences by which existing clients detect a capability. */
const licenceOfCapability: Readonly<Record<string, string>> = { cloudpbx: "pbx", sms: "sms", faxserver: "fax" };

/** `GET /api/platforminfo`: what a login page needs and, when logged in, what routes and menus depend on. */
export function platformInfo(context: PlatformContext, actor?: Actor): object {
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
      ...extensions,
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
